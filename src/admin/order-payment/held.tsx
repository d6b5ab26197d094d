import { InlineTip } from "@medusajs/ui"
import type { Blocker, Invoice } from "../../contract"
import { TextLink } from "../components/text-link"
import { factsBehind } from "../lib/blocker-words"
import { useWords } from "../lib/words"

type Props = { invoice: Pick<Invoice, "amount" | "paid">; blocker: Blocker }

/** Paid money that is not booked: why, and where to do something about it. */
export const Held = ({ invoice, blocker }: Props) => {
  const { t, language } = useWords()
  const { amount, paid } = invoice
  const money = { amount, paid_amount: paid === amount ? null : paid }
  const why = factsBehind(t, language, blocker, money)
  return (
    <InlineTip label={t("common.needs_you")} variant="error">
      {t(`common.reason.${blocker.reason}`)}. {why}{" "}
      <TextLink to="/checkout-uz?tab=attention" wrapped="words">
        {t("order.resolve")}
      </TextLink>
    </InlineTip>
  )
}
