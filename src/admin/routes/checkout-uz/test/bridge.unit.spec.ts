import type { z } from "zod"
import type { historyAnswerSchema } from "../../../../contract"
import { bridgeOf } from "../report/bridge"

type Report = z.infer<typeof historyAnswerSchema>
type Row = Report["both"][number]

let numbers = 0

/** A payment with what each side says of it; null where the store does not know the invoice. */
function row(
  amount: number,
  ours: { paid: number | null; givenBack?: number; state?: string } | null
): Row {
  numbers += 1
  const invoice = ours && {
    id: `cuinv_${numbers}`,
    state: ours.state ?? "settled",
    standing: "paid" as const,
    amount,
    paid: ours.paid,
    given_back: ours.givenBack ?? 0,
    order_id: null,
    order_number: null,
    paid_at: null,
  }
  return { number: numbers, amount, service_status: "paid", service_paid_at: null, invoice }
}

function report(groups: Partial<Pick<Report, "both" | "only_service" | "only_ours">>): Report {
  const { both = [], only_service = [], only_ours = [] } = groups
  const total = (rows: Row[]) => ({
    count: rows.length,
    amount: rows.reduce((sum, { amount }) => sum + amount, 0),
  })
  const ours = only_ours.flatMap(({ invoice }) => invoice ?? [])
  const paid = ours.reduce((sum, { paid }) => sum + (paid ?? 0), 0)
  const givenBack = ours.reduce((sum, { given_back }) => sum + given_back, 0)
  return {
    from: "2026-11-28",
    to: "2026-11-28",
    both,
    only_service,
    only_ours,
    totals: {
      both: total(both),
      only_service: total(only_service),
      only_ours: { ...total(only_ours), paid, given_back: givenBack, unbooked: 0 },
    },
    asked_for: 1_000,
    received: 0,
    may_be_incomplete: false,
  }
}

describe("what leads from Checkout.uz's total to the store's", () => {
  it("is nothing where all payments match", () => {
    const same = report({ both: [row(65_000, { paid: 65_000 })] })
    expect(bridgeOf(same)).toEqual({ service: 65_000, lines: [], store: 65_000, unbooked: 0 })
  })

  it("is named kind by kind, and adds up", () => {
    const bridge = bridgeOf(
      report({
        both: [
          row(65_000, { paid: 65_000, givenBack: 20_000 }),
          row(30_000, { paid: null }),
          row(10_000, { paid: 10_001.5 }),
        ],
        only_service: [row(45_000, null)],
        only_ours: [row(7_000, { paid: 7_000, givenBack: 7_000 })],
      })
    )
    expect(bridge).toEqual({
      service: 150_000,
      lines: [
        { why: "only_service", amount: -45_000 },
        { why: "not_yet", amount: -30_000 },
        { why: "other_amount", amount: 1.5 },
        { why: "only_ours", amount: 7_000 },
        { why: "given_back", amount: -27_000 },
      ],
      store: 55_001.5,
      unbooked: 0,
    })
    const explained = bridge.lines.reduce((sum, { amount }) => sum + amount, bridge.service)
    expect(explained).toBe(bridge.store)
  })

  it("says how much of the store's total is on no order yet", () => {
    const held = row(30_000, { paid: 30_000, state: "paid" })
    const bridge = bridgeOf(report({ both: [row(65_000, { paid: 65_000 }), held] }))
    expect(bridge).toEqual({ service: 95_000, lines: [], store: 95_000, unbooked: 30_000 })
  })

  it("counts what is the store's alone by its totals, of which a page shows only some rows", () => {
    const one = report({ only_ours: [row(7_000, { paid: 7_000 })] })
    const many = { count: 2_000, amount: 14_000_000, paid: 14_000_000 }
    const totals = { ...one.totals, only_ours: { ...many, given_back: 21_000, unbooked: 70_000 } }
    expect(bridgeOf({ ...one, totals })).toEqual({
      service: 0,
      lines: [
        { why: "only_ours", amount: 14_000_000 },
        { why: "given_back", amount: -21_000 },
      ],
      store: 13_979_000,
      unbooked: 70_000,
    })
  })
})
