import { resolve, retryAt, type UnpaidOrder } from "../eligibility"
import { sampleBlocker } from "../../../modules/checkout-uz/test/samples"
import {
  collection,
  invoice,
  unpaidOrder,
  minutesAgo,
  NOON,
  order,
  OURS,
  payment,
  RULES,
} from "./samples"

const session = { id: "payses_2", status: "pending", amount: undefined, currencyCode: "uzs" }

it("lets an order be cancelled whose every invoice expired unpaid long ago", () => {
  const invoices = [
    invoice(1, { state: "pending" }),
    invoice(2, { state: "expired" }),
    invoice(3, { state: "closed" }),
  ]
  expect(resolve(unpaidOrder({ invoices }), RULES)).toMatchObject({ kind: "unpaid", invoices })
})

const LEFT_ALONE: Record<string, Partial<UnpaidOrder>> = {
  "there is no order": { order: undefined },
  "it is cancelled": { order: order({ canceled: true }) },
  "its status is completed": { order: order({ status: "completed" }) },
  "it is being fulfilled": { order: order({ fulfilled: true }) },
  "nothing is owed": { order: order({ owed: "0" }) },
  "nothing is owed, for money is booked": { order: order({ booked: true }) },
  "nothing is owed, for other money was spent on it": { order: order({ owed: "-1" }) },
  "it has a payment": { collections: [collection({ payments: [payment({ captured: "45000" })] })] },
  "it has a payment that is only authorized": {
    collections: [collection({ payments: [payment()] })],
  },
  "it has a payment that is promised to be made by hand": {
    collections: [collection({ payments: [payment({ providerId: "pp_system_default" })] })],
  },
  "it has a payment in the collection of a payment link": {
    collections: [
      collection(),
      collection({ payments: [payment({ captured: "1000", canceled: true })] }),
    ],
  },
  "it can be paid in another way": {
    collections: [collection({ sessions: [{ ...session, providerId: "pp_system_default" }] })],
  },
  "it can be paid in another way with a payment link": {
    collections: [
      collection(),
      collection({ sessions: [{ ...session, providerId: "pp_stripe_stripe" }] }),
    ],
  },
  "money has come for it": { invoices: [invoice(1), invoice(2, { state: "settled" })] },
  "money has come for it, over another amount": {
    invoices: [
      invoice(1),
      invoice(2, { state: "paid", blocker: sampleBlocker("amount_mismatch") }),
    ],
  },
  "money has come for it and was returned": { invoices: [invoice(1, { state: "returned" })] },
  "it has no invoice": { invoices: [] },
}

it.each(Object.entries(LEFT_ALONE))("leaves an order alone when %s", (why, changes) => {
  const verdict = resolve(unpaidOrder(changes), RULES)
  expect(verdict.kind).toBe("leave")
  expect(why).toContain(verdict.kind === "leave" ? verdict.why : "")
})

it.each([undefined, "provider_off", "nothing_owed", "order_canceled", "service_changed"] as const)(
  "sees money that has come and is not settled, with %s in its way",
  (reason) => {
    const paid = invoice(2, { state: "paid", blocker: reason && sampleBlocker(reason) })
    const verdict = resolve(unpaidOrder({ invoices: [invoice(1), paid] }), RULES)
    expect(verdict).toEqual({ kind: "paid", invoice: paid })
  }
)

it("does not take a cancelled payment without money for a payment", () => {
  const collections = [collection({ payments: [payment({ canceled: true })] })]
  expect(resolve(unpaidOrder({ collections }), RULES).kind).toBe("unpaid")
})

it("takes sessions of several providers of ours for ours", () => {
  const sessions = [
    { ...session, providerId: OURS },
    { ...session, providerId: "pp_checkout-uz_second" },
  ]
  const rules = { ...RULES, ourProviders: [OURS, "pp_checkout-uz_second"] }
  expect(resolve(unpaidOrder({ collections: [collection({ sessions })] }), rules).kind).toBe(
    "unpaid"
  )
})

it("waits for the last lifetime and the configured minutes, to the minute", () => {
  const ending = (minutes: number) =>
    resolve(
      unpaidOrder({ invoices: [invoice(1), invoice(2, { expiresAt: minutesAgo(minutes) })] }),
      RULES
    )
  expect(ending(59)).toEqual({ kind: "wait", until: minutesAgo(-1) })
  expect(ending(60).kind).toBe("unpaid")
  expect(ending(-30)).toEqual({ kind: "wait", until: minutesAgo(-90) })
})

it("gives an order that was placed after its invoice expired the configured minutes too", () => {
  const placedLate = unpaidOrder({ order: order({ placedAt: minutesAgo(10) }) })
  expect(resolve(placedLate, RULES)).toEqual({ kind: "wait", until: minutesAgo(-50) })
})

it("cancels at the end of the lifetime when no minutes are configured", () => {
  const rules = { ...RULES, cancelAfterMinutes: 0 }
  const justOver = unpaidOrder({ invoices: [invoice(1, { expiresAt: NOON })] })
  expect(resolve(justOver, rules).kind).toBe("unpaid")
})

it("tries again ever more rarely, from a minute to a day", () => {
  const minutesUntil = (overdue: number) =>
    (retryAt(NOON, minutesAgo(overdue)).getTime() - NOON.getTime()) / 60_000
  expect([0, 3, 8, 240, 10_000, 1_000_000].map(minutesUntil)).toEqual([1, 1, 2, 60, 1440, 1440])
})
