import type { GiveUpClaim, Invoice, Verification } from "../../../modules/checkout-uz"
import { sampleBlocker } from "../../../modules/checkout-uz/test/samples"
import type { SettleOutcome } from "../../settle-invoice"
import type { UnpaidOrder } from "../eligibility"
import { cancelDueOrders, type CancelDependencies } from "../runner"
import { collection, invoice, unpaidOrder, minutesAgo, NOON, order, RULES } from "./samples"

type Said = "paid" | "another_amount" | "unpaid" | "not_requested" | "failed" | "refused" | "paused"

/** A shop of a few orders in memory, and a service that answers as the test says. */
function world(orders: {
  looks: Record<string, UnpaidOrder | "throws">
  /** What Medusa shows under the lock, where that differs. */
  last?: UnpaidOrder
  said?: Record<number, Said>
  settling?: SettleOutcome["kind"]
  cancelThrows?: boolean
}) {
  const seen = {
    asked: [] as number[],
    settled: [] as number[],
    canceled: [] as number[],
    ended: [] as string[],
    again: [] as Date[],
    informed: [] as string[],
    warned: [] as string[],
  }
  const queue: GiveUpClaim[] = Object.keys(orders.looks).map((id) => ({
    invoiceId: `cuinv_of_${id}`,
    paymentCollectionId: id,
    claimedUntil: NOON,
  }))
  const byId = new Map([1, 2, 3].map((number) => [`cuinv_${number}`, invoice(number)]))
  const dependencies: CancelDependencies = {
    claim: (limit) => Promise.resolve(queue.splice(0, limit)),
    endReminder: (claim) => {
      seen.ended.push(claim.paymentCollectionId)
      return Promise.resolve()
    },
    remindAt: (_claim, at) => {
      seen.again.push(at)
      return Promise.resolve()
    },
    load: (id) => {
      const found = orders.looks[id]
      if (found === undefined || found === "throws") throw new Error("The database is gone.")
      return Promise.resolve(found)
    },
    verify: (id) => {
      const asked = byId.get(id) ?? invoice(9)
      seen.asked.push(asked.number)
      return Promise.resolve(answer(orders.said?.[asked.number] ?? "unpaid", asked))
    },
    settle: (paid) => {
      seen.settled.push(paid.number)
      return Promise.resolve(outcome(orders.settling ?? "settled", paid))
    },
    cancel: (first, mayStill) => {
      if (orders.cancelThrows) throw new Error("A hook of the store refuses.")
      if (!mayStill(orders.last ?? first)) return Promise.resolve(false)
      seen.canceled.push(first.order?.displayId ?? 0)
      return Promise.resolve(true)
    },
    inform: (message) => seen.informed.push(message),
    warn: (message) => seen.warned.push(message),
  }
  return { seen, run: () => cancelDueOrders(dependencies, RULES) }
}

function answer(said: Said, asked: Invoice): Verification {
  switch (said) {
    case "paid":
      return { kind: "confirmed", invoice: { ...asked, state: "paid" } }
    case "another_amount": {
      const blocker = sampleBlocker("amount_mismatch")
      return { kind: "confirmed", invoice: { ...asked, state: "paid", blocker } }
    }
    case "unpaid":
      return { kind: "unpaid", invoice: asked, status: "pending" }
    case "not_requested":
      return { kind: "not_requested", invoice: asked }
    default:
      return { kind: "unanswered", invoice: asked, message: `it ${said}`, cause: said }
  }
}

function outcome(kind: SettleOutcome["kind"], paid: Invoice): SettleOutcome {
  switch (kind) {
    case "unanswered":
      return { kind, invoice: paid, message: "", cause: "failed" }
    case "blocked":
      return { kind, invoice: paid, reason: "not_completable", error: new Error("stock is gone") }
    default:
      return { kind, invoice: paid }
  }
}

const three = unpaidOrder({ invoices: [invoice(1), invoice(2, { state: "closed" }), invoice(3)] })

it("cancels after every invoice was asked about, and says which order", async () => {
  const { seen, run } = world({ looks: { a: three } })
  expect(await run()).toEqual({ canceled: 1, kept: 0, failed: 0 })
  expect(seen).toMatchObject({ asked: [1, 2, 3], canceled: [7], ended: ["a"], again: [] })
  expect(seen.informed).toEqual([expect.stringContaining("Order #7")])
})

it.each(["failed", "refused", "paused", "not_requested"] as const)(
  "never cancels when the answer about a single invoice is %s, and tries again later",
  async (said) => {
    const { seen, run } = world({ looks: { a: three }, said: { 3: said } })
    expect(await run()).toEqual({ canceled: 0, kept: 0, failed: 1 })
    expect(seen).toMatchObject({ canceled: [], ended: [] })
    // An hour overdue: a quarter of that.
    expect(seen.again).toEqual([minutesAgo(-15)])
  }
)

it("settles what turns out to be paid, and cancels nothing", async () => {
  const { seen, run } = world({ looks: { a: three }, said: { 2: "paid" } })
  await run()
  expect(seen).toMatchObject({ settled: [2], canceled: [], ended: ["a"] })
})

it("leaves an order alone about which the service says that another amount was paid", async () => {
  const { seen, run } = world({
    looks: { a: three },
    said: { 2: "another_amount" },
    settling: "blocked",
  })
  expect(await run()).toEqual({ canceled: 0, kept: 1, failed: 0 })
  expect(seen).toMatchObject({ asked: [1, 2], canceled: [], ended: [] })
})

it.each([
  ["settled", ["a"], 0],
  ["returned", ["a"], 0],
  ["blocked", [], 1],
  ["unanswered", [], 1],
] as const)(
  "with money that is %s, ends the matter or comes back",
  async (settling, ended, again) => {
    const { seen, run } = world({ looks: { a: three }, said: { 1: "paid" }, settling })
    await run()
    expect(seen.ended).toEqual(ended)
    expect(seen.again).toHaveLength(again)
  }
)

it.each<[string, UnpaidOrder]>([
  ["the order was paid", unpaidOrder({ invoices: [invoice(1, { state: "settled" })] })],
  ["money has come", unpaidOrder({ invoices: [invoice(1, { state: "paid" })] })],
  ["other money was spent on the order", unpaidOrder({ order: order({ owed: "0" }) })],
  ["the order was cancelled", unpaidOrder({ order: order({ canceled: true }) })],
  [
    "another provider's session came",
    unpaidOrder({ collections: [collection({ sessions: [foreignSession()] })] }),
  ],
  ["an invoice came that nobody asked about", unpaidOrder({ invoices: [invoice(1), invoice(2)] })],
])("does not cancel when the last look shows that %s", async (_why, last) => {
  const { seen, run } = world({ looks: { a: unpaidOrder() }, last })
  expect(await run()).toEqual({ canceled: 0, kept: 1, failed: 0 })
  expect(seen).toMatchObject({ canceled: [], ended: [] })
  expect(seen.again).toHaveLength(1)
})

it("asks the service nothing about an order that is not due or not ours", async () => {
  const notDue = unpaidOrder({ invoices: [invoice(1, { expiresAt: minutesAgo(-30) })] })
  const { seen, run } = world({ looks: { a: notDue, b: unpaidOrder({ order: undefined }) } })
  expect(await run()).toEqual({ canceled: 0, kept: 2, failed: 0 })
  expect(seen).toMatchObject({ asked: [], again: [minutesAgo(-90)], ended: ["b"] })
})

it("goes on after an order that cannot be read or cancelled, and comes back for it", async () => {
  const { seen, run } = world({ looks: { a: "throws", b: unpaidOrder() } })
  expect(await run()).toEqual({ canceled: 1, kept: 0, failed: 1 })
  expect(seen.warned).toHaveLength(1)

  const refused = world({ looks: { a: unpaidOrder() }, cancelThrows: true })
  expect(await refused.run()).toEqual({ canceled: 0, kept: 0, failed: 1 })
  expect(refused.seen).toMatchObject({ ended: [], again: [minutesAgo(-15)] })
})

it.each(["refused", "paused"] as const)(
  "stops when the service has %s a call: that says nothing about anybody's invoice",
  async (said) => {
    const { seen, run } = world({
      looks: { a: unpaidOrder(), b: unpaidOrder() },
      said: { 1: said },
    })
    expect(await run()).toEqual({ canceled: 0, kept: 0, failed: 1 })
    expect(seen.asked).toEqual([1])
  }
)

it("goes on when a single answer failed: the next order may be another cash desk's", async () => {
  const { seen, run } = world({
    looks: { a: unpaidOrder(), b: unpaidOrder({ invoices: [invoice(2)] }) },
    said: { 1: "failed" },
  })
  expect(await run()).toEqual({ canceled: 1, kept: 0, failed: 1 })
  expect(seen).toMatchObject({ asked: [1, 2], ended: ["b"] })
})

it("works through more orders than it claims at once", async () => {
  const looks = Object.fromEntries(
    Array.from({ length: 45 }, (_, index) => [`c${index}`, unpaidOrder()])
  )
  const { run } = world({ looks })
  expect(await run()).toEqual({ canceled: 45, kept: 0, failed: 0 })
})

function foreignSession() {
  return {
    id: "payses_2",
    providerId: "pp_system_default",
    status: "pending",
    amount: undefined,
    currencyCode: "uzs",
  }
}
