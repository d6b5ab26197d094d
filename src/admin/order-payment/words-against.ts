import type { PaymentLink } from "../../contract"
import { formatUzs } from "../lib/format"
import type { Language, Words } from "../lib/words"

/** What the service takes in one payment, in UZS. */
const LEAST = 1_000
const MOST = 10_000_000

/** Why no link can be made, in the reader's language where it is a usual reason; null where one can. */
export function wordsAgainst(t: Words, link: PaymentLink, language: Language): string | null {
  const { reason_against: reason, open_amount: amount, currency_code: currency } = link
  if (reason === null) return null
  if (currency.toLowerCase() !== "uzs") return t("order.link.other_currency")
  if (amount < LEAST) return t("order.link.too_little", { amount: formatUzs(LEAST, language) })
  if (amount > MOST) return t("order.link.too_much", { amount: formatUzs(MOST, language) })
  return reason
}
