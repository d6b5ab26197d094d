import type { Invoice } from "../../contract"
import { formatUzs } from "./format"
import type { Language, Words } from "./words"

type Part = NonNullable<Invoice["part"]>

/** Which part of its payment an invoice is: `part 2 of 5`. */
export function partInWords(t: Words, { position, count: of }: Part): string {
  return t("common.part.short", { position, of })
}

/** The same with what the whole payment comes to. */
export function partOfWhole(
  t: Words,
  language: Language,
  { position, count: of, plan_amount: amount }: Part
): string {
  return t("common.part.whole", { position, of, amount: formatUzs(amount, language) })
}
