import type { Blocker } from "../../contract"
import { formatUzs } from "./format"
import type { Language, Words } from "./words"

type Blocked = Omit<Blocker, "since">
/** What an invoice asks for, and what was paid where that is something else. In UZS. */
type Money = { amount: number; paid_amount?: number | null }

type PartFacts = Pick<Blocked, "asked" | "open" | "arrived" | "parts_paid" | "parts_planned">

/** What is behind a blocker in a sentence; undefined where there are none to tell. */
export function factsBehind(
  t: Words,
  language: Language,
  { reason, asked, lacks, sold_out: soldOut, ...facts }: Blocked,
  { amount, paid_amount: paidAmount = null }: Money
): string | undefined {
  const uzs = (sum: number) => formatUzs(sum, language)
  const paid = uzs(paidAmount ?? amount)
  switch (reason) {
    case "cart_changed":
      return asked === null
        ? undefined
        : t("common.facts.cart_changed", { asked: uzs(asked), paid })
    case "amount_mismatch":
      return paidAmount === null
        ? undefined
        : t("common.facts.amount_mismatch", { asked: uzs(amount), paid })
    case "nothing_owed":
      return whatIsOwed(t, uzs, facts, paid)
    case "part_paid":
      return whatHasCome(t, uzs, { asked, ...facts })
    case "not_completable":
      return lacks === null ? undefined : t(`common.facts.lacks_${lacks}`, { item: soldOut ?? "" })
    default:
      return undefined
  }
}

function whatHasCome(
  t: Words,
  uzs: (sum: number) => string,
  { asked, open, arrived, parts_paid: paid, parts_planned: of }: PartFacts
): string | undefined {
  if (asked === null || open === null || arrived === null || paid === null || of === null) {
    return undefined
  }
  const sums = { asked: uzs(asked), arrived: uzs(arrived), open: uzs(open) }
  return t("common.facts.part_paid", { ...sums, paid, of })
}

/** INVARIANT: what is only promised is never called paid. */
function whatIsOwed(
  t: Words,
  uzs: (sum: number) => string,
  { open, paid_elsewhere, promised }: Pick<Blocked, "open" | "paid_elsewhere" | "promised">,
  paid: string
): string | undefined {
  const elsewhere = paid_elsewhere ?? 0
  if ((promised ?? 0) > 0 && elsewhere <= 0) {
    return t("common.facts.nothing_owed_promised", { promised: uzs(promised ?? 0) })
  }
  if (open === null) return undefined
  if (elsewhere <= 0) return t("common.facts.nothing_owed", { open: uzs(open), paid })
  const both = { open: uzs(open), elsewhere: uzs(elsewhere) }
  if ((promised ?? 0) > 0) {
    return t("common.facts.nothing_owed_both", { ...both, promised: uzs(promised ?? 0) })
  }
  return open <= 0
    ? t("common.facts.nothing_owed_paid", both)
    : t("common.facts.nothing_owed_elsewhere", both)
}

/** What the merchant can do about a blocker, in a sentence. */
export function adviceFor(
  t: Words,
  {
    reason,
    paid_elsewhere: elsewhere,
    promised,
  }: Pick<Blocked, "reason" | "paid_elsewhere" | "promised">
): string {
  const isOnlyPromised = reason === "nothing_owed" && (promised ?? 0) > 0 && (elsewhere ?? 0) <= 0
  return isOnlyPromised
    ? t("payments.advice.nothing_owed_promised")
    : t(`payments.advice.${reason}`)
}
