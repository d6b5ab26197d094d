import type { z } from "zod"
import type { historyAnswerSchema } from "../../../../contract"

type Report = z.infer<typeof historyAnswerSchema>

/** What leads from the service's total to the store's, in UZS; what is nothing is left out. */
export type Bridge = {
  service: number
  lines: Line[]
  store: number
  /** What of the store's total is on no order yet. */
  unbooked: number
}
type Line = {
  why: "only_service" | "not_yet" | "other_amount" | "only_ours" | "given_back"
  amount: number
}

/** Explains the difference of the two totals, kind by kind: the lines add up to it. */
export function bridgeOf({ both, totals }: Report): Bridge {
  const here = both.flatMap(({ invoice }) => invoice ?? [])
  const ours = totals.only_ours
  const lines: Line[] = [
    { why: "only_service", amount: -totals.only_service.amount },
    {
      why: "not_yet",
      amount: -sum(both.map(({ amount, invoice }) => (invoice?.paid === null ? amount : 0))),
    },
    {
      why: "other_amount",
      amount: sum(both.map(({ amount, invoice }) => (invoice?.paid ?? amount) - amount)),
    },
    { why: "only_ours", amount: ours.paid },
    {
      why: "given_back",
      amount: -sum([...here.map(({ given_back }) => given_back), ours.given_back]),
    },
  ]
  return {
    service: inTiyin(totals.both.amount + totals.only_service.amount),
    lines: lines.filter(({ amount }) => amount !== 0),
    store: sum([...here.map(netOf), ours.paid, -ours.given_back]),
    unbooked: sum([...here.filter(({ state }) => state === "paid").map(netOf), ours.unbooked]),
  }
}

type Invoice = NonNullable<Report["both"][number]["invoice"]>

function netOf({ paid, given_back }: Invoice): number {
  return (paid ?? 0) - given_back
}

/** Without the dust of adding fractions. */
function sum(amounts: readonly number[]): number {
  return inTiyin(amounts.reduce((total, amount) => total + amount, 0))
}

/** To a hundredth of a UZS; never a negative zero. */
export function inTiyin(amount: number): number {
  return Math.round(amount * 100) / 100 + 0
}

/** How a text says why. */
export const WORDS_FOR = {
  only_service: "payments.report.only_service",
  not_yet: "payments.report.bridge.not_yet",
  other_amount: "payments.report.bridge.other_amount",
  only_ours: "payments.report.only_ours",
  given_back: "payments.report.bridge.given_back",
} as const satisfies Record<Line["why"], string>
