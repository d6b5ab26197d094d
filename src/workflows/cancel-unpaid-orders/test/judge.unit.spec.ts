import { judge, retryAt, type OrderLook } from "../judge"
import { home, invoice, look, minutesAgo, NOON, order, OURS, RULES } from "./samples"

const payment = {
  id: "pay_1",
  sessionId: "payses_1",
  amount: "45000",
  captured: "0",
  refunded: "0",
  net: "0",
  captureIds: [],
  canceled: false,
}
const session = { id: "payses_2", status: "pending", amount: undefined, currencyCode: "uzs" }

it("lets an order be cancelled whose every invoice lapsed unpaid long ago", () => {
  const invoices = [
    invoice(1, { state: "pending" }),
    invoice(2, { state: "lapsed", superseded: true }),
    invoice(3, { state: "closed" }),
  ]
  expect(judge(look({ invoices }), RULES)).toMatchObject({ kind: "unpaid", invoices })
})

const LEFT_ALONE: Record<string, Partial<OrderLook>> = {
  "there is no order": { order: undefined },
  "it is cancelled": { order: order({ canceled: true }) },
  "its status is completed": { order: order({ status: "completed" }) },
  "it is being fulfilled": { order: order({ fulfilled: true }) },
  "nothing is owed": { order: order({ owed: "0" }) },
  "nothing is owed, for money is booked": { order: order({ booked: true }) },
  "it has a payment": { homes: [home({ payments: [{ ...payment, captured: "45000" }] })] },
  "it has a payment that is only authorized": { homes: [home({ payments: [payment] })] },
  "it has a payment in the collection of a payment link": {
    homes: [home(), home({ payments: [{ ...payment, captured: "1000", canceled: true }] })],
  },
  "it can be paid in another way": {
    homes: [home({ sessions: [{ ...session, providerId: "pp_system_default" }] })],
  },
  "money has come for it": { invoices: [invoice(1), invoice(2, { state: "settled" })] },
  "money has come for it and is held": {
    invoices: [invoice(1), invoice(2, { state: "held", holdReason: "amount_mismatch" })],
  },
  "money has come for it and was returned": { invoices: [invoice(1, { state: "returned" })] },
  "it has no invoice": { invoices: [] },
}

it.each(Object.entries(LEFT_ALONE))("leaves an order alone when %s", (why, changes) => {
  const verdict = judge(look(changes), RULES)
  expect(verdict.kind).toBe("leave")
  expect(why).toContain(verdict.kind === "leave" ? verdict.why : "")
})

it.each([
  ["paid", undefined],
  ["held", "provider_off"],
] as const)("sees money that is %s and not settled", (state, holdReason) => {
  const paid = invoice(2, { state, holdReason })
  const verdict = judge(look({ invoices: [invoice(1), paid] }), RULES)
  expect(verdict).toEqual({ kind: "paid", invoice: paid })
})

it("does not take a cancelled payment without money for a payment", () => {
  const homes = [home({ payments: [{ ...payment, canceled: true }] })]
  expect(judge(look({ homes }), RULES).kind).toBe("unpaid")
})

it("takes sessions of several providers of ours for ours", () => {
  const sessions = [
    { ...session, providerId: OURS },
    { ...session, providerId: "pp_checkout-uz_second" },
  ]
  const rules = { ...RULES, ourProviders: [OURS, "pp_checkout-uz_second"] }
  expect(judge(look({ homes: [home({ sessions })] }), rules).kind).toBe("unpaid")
})

it("waits for the last lifetime and the configured minutes, to the minute", () => {
  const ending = (minutes: number) =>
    judge(look({ invoices: [invoice(1), invoice(2, { expiresAt: minutesAgo(minutes) })] }), RULES)
  expect(ending(59)).toEqual({ kind: "wait", until: minutesAgo(-1) })
  expect(ending(60).kind).toBe("unpaid")
  expect(ending(-30)).toEqual({ kind: "wait", until: minutesAgo(-90) })
})

it("gives an order that was placed after its invoice lapsed the configured minutes too", () => {
  const placedLate = look({ order: order({ placedAt: minutesAgo(10) }) })
  expect(judge(placedLate, RULES)).toEqual({ kind: "wait", until: minutesAgo(-50) })
})

it("cancels at the end of the lifetime when no minutes are configured", () => {
  const rules = { ...RULES, cancelAfterMinutes: 0 }
  const justOver = look({ invoices: [invoice(1, { expiresAt: NOON })] })
  expect(judge(justOver, rules).kind).toBe("unpaid")
})

it("tries again ever more rarely, from a minute to a day", () => {
  const minutesUntil = (overdue: number) =>
    (retryAt(NOON, minutesAgo(overdue)).getTime() - NOON.getTime()) / 60_000
  expect([0, 3, 8, 240, 10_000, 1_000_000].map(minutesUntil)).toEqual([1, 1, 2, 60, 1440, 1440])
})
