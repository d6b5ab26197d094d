import { parseUzs } from "../../../client"
import {
  attentionAnswerSchema,
  heldSchema,
  payoutSchema,
  resolveAnswerSchema,
} from "../../../contract"
import type { Blocker, Invoice, Payout, UnansweredCreation } from "../../../modules/checkout-uz"
import { sampleInvoice } from "../../../modules/checkout-uz/test/samples"
import type { People } from "../../people"
import type { Owners } from "../owners"
import {
  actionsFor,
  partsInCase,
  presentBlocker,
  presentHeld,
  presentPayout,
  presentResolved,
  presentUnanswered,
} from "../present"

const SINCE = new Date("2026-11-28T10:00:00.000Z")
const LATER = new Date("2026-11-28T10:05:00.000Z")
const OWNERS: Owners = new Map([
  [
    "pay_col_1",
    {
      order: { id: "order_1", display_id: 7, is_draft: false },
      customer: {
        id: "cus_1",
        email: "xaridor@example.uz",
        name: "Dilnoza Karimova",
        phone: "+998901234567",
      },
      items: [{ title: "Piyola", quantity: 6 }],
      cart_id: "cart_1",
    },
  ],
])
const NOBODY: Owners = new Map()

const uzs = (amount: number) => {
  const parsed = parseUzs(String(amount))
  if (parsed === undefined) throw new Error(`${amount} is no amount.`)
  return parsed
}
const blocked = (reason: Blocker["reason"], facts: Blocker["facts"] = {}) =>
  sampleInvoice(1, {
    state: "paid",
    blocker: { reason, facts, since: LATER },
    waitingSince: SINCE,
    paidAt: SINCE,
    settleAttempts: 3,
    nextCheckAt: LATER,
    lastError: "The cart comes to another total.",
  })

describe("held money", () => {
  it("is shown with what is in its way, the numbers behind it and how it goes on", () => {
    const facts = { asked: "85000", open: "85000.5", paidElsewhere: "0", promised: "0" }
    const shown = presentHeld(blocked("cart_changed", facts), OWNERS)
    expect(heldSchema.parse(shown)).toEqual(shown)
    expect(shown).toMatchObject({
      reason: "cart_changed",
      asked: 85_000,
      open: 85_000.5,
      paid_elsewhere: 0,
      promised: 0,
      since: SINCE.toISOString(),
      attempts: 3,
      next_attempt_at: LATER.toISOString(),
      last_error: "The cart comes to another total.",
      amount: 45_000,
      paid_amount: null,
      order: { display_id: 7 },
      actions: ["retry", "mark_returned"],
    })
  })

  it("has numbers only where the ledger has them, and no next attempt where there is none", () => {
    const shown = presentHeld({ ...blocked("owner_gone"), nextCheckAt: undefined }, NOBODY)
    expect(shown).toMatchObject({
      asked: null,
      open: null,
      paid_elsewhere: null,
      promised: null,
      lacks: null,
      sold_out: null,
      next_attempt_at: null,
      order: null,
      cart_id: "cart_1",
      actions: ["mark_returned"],
    })
  })

  it("that nobody has noted a reason for is an order that could not be placed", () => {
    const silent = sampleInvoice(1, { state: "paid", waitingSince: SINCE })
    expect(presentHeld(silent, OWNERS)).toMatchObject({
      reason: "not_completable",
      since: SINCE.toISOString(),
      actions: ["retry", "mark_returned"],
    })
    expect(presentBlocker(silent)).toBeNull()
  })

  it("that was paid over another amount says both", () => {
    const invoice = { ...blocked("amount_mismatch"), paidAmount: uzs(45_001) }
    expect(presentHeld(invoice, OWNERS)).toMatchObject({ amount: 45_000, paid_amount: 45_001 })
  })
})

describe("the parts of a payment", () => {
  const plan = (position: number) => ({ position, count: 3, planAmount: uzs(135_000) })
  const part = (number: number, changes: Partial<Invoice> = {}): Invoice =>
    sampleInvoice(number, {
      state: "paid",
      part: plan(number),
      paymentSystem: "click",
      blocker: { reason: "part_paid", facts: {}, since: LATER },
      waitingSince: SINCE,
      ...changes,
    })

  it("that wait for the same reason are one case over what has come", () => {
    const [first, second] = [part(1), part(2, { paymentSystem: "payme" })]
    const parts = [
      { invoice_id: "cuinv_1", invoice_number: 1, amount: 45_000, payment_system: "click" },
      { invoice_id: "cuinv_2", invoice_number: 2, amount: 45_000, payment_system: "payme" },
    ]
    const siblings = [first, second, part(3, { state: "pending", blocker: undefined })]
    expect(presentHeld(first, OWNERS, siblings)).toMatchObject({ amount: 90_000, parts })
    expect(partsInCase(second, siblings)).toEqual(parts)
  })

  it("are none of an invoice that is a payment by itself", () => {
    expect(partsInCase(sampleInvoice(1), [part(1), part(2)])).toEqual([])
  })
})

describe("an invoice that a merchant did something about", () => {
  it("has nothing in its way any more once it is settled or its money is to be sent back", () => {
    for (const state of ["settled", "returned"] as const) {
      const facts = { asked: "1000" }
      const invoice = { ...blocked("cart_changed", facts), state, waitingSince: undefined }
      const shown = presentResolved(invoice, OWNERS)
      expect(resolveAnswerSchema.parse({ invoice: shown })).toEqual({ invoice: shown })
      expect(shown).toMatchObject({ state, reason: null, since: null, asked: null, actions: [] })
      expect(presentBlocker(invoice)).toBeNull()
      expect(actionsFor(invoice)).toEqual([])
    }
  })

  it("still has its reason where another try did not help, and none while nobody knows", () => {
    expect(presentResolved(blocked("nothing_owed"), OWNERS)).toMatchObject({
      state: "paid",
      reason: "nothing_owed",
    })
    const tried = { ...blocked("nothing_owed"), blocker: undefined }
    expect(presentResolved(tried, OWNERS)).toMatchObject({ state: "paid", reason: null })
  })
})

describe("a pay-out", () => {
  const row: Payout = {
    id: "cupay_1",
    invoiceId: "cuinv_1",
    refundId: "ref_1",
    amount: uzs(10_000),
    currencyCode: "uzs",
    createdAt: SINCE,
    completedAt: undefined,
    completedBy: undefined,
    note: undefined,
    invoiceNumber: sampleInvoice(1).number,
    paymentCollectionId: "pay_col_1",
    shares: [],
  }
  const people: People = (id) =>
    id === undefined ? null : { id, email: "egasi@example.uz", name: "Egasi" }

  it("says who marked it, by name", () => {
    const done = presentPayout({ ...row, completedBy: "user_1" }, OWNERS, people)
    expect(done).toMatchObject({ completed_by: "user_1", completed_by_user: { name: "Egasi" } })
  })

  it("is Medusa's refund or returned money, in one list", () => {
    const refund = presentPayout(row, OWNERS, people)
    expect(payoutSchema.parse(refund)).toEqual(refund)
    expect(refund).toMatchObject({ kind: "refund", amount: 10_000, order: { id: "order_1" } })
    const returned = presentPayout({ ...row, refundId: undefined }, NOBODY, people)
    expect(returned).toMatchObject({ kind: "return", completed_at: null, order: null })
  })

  it("has the customer of its invoice, where Medusa has forgotten the cart", () => {
    const labelled = { ...row, customerName: "Dilnoza Karimova", customerPhone: "+998901234567" }
    expect(presentPayout(labelled, NOBODY, people)).toMatchObject({
      customer: { id: null, name: "Dilnoza Karimova", phone: "+998901234567" },
      order: null,
    })
    expect(presentPayout(row, NOBODY, people).customer).toBeNull()
  })

  it("says who returned the payment, when and why; of a refund that is Medusa's to say", () => {
    const known = { ...row, refundId: undefined, returnedBy: "user_1", returnNote: "by phone" }
    expect(presentPayout(known, OWNERS, people).returned).toEqual({
      by: { id: "user_1", email: "egasi@example.uz", name: "Egasi" },
      at: SINCE.toISOString(),
      note: "by phone",
    })
    expect(presentPayout(row, OWNERS, people).returned).toBeNull()
  })
})

describe("an invoice that may exist at the service", () => {
  const row: UnansweredCreation = {
    id: "cuask_1",
    cashDesk: "main",
    paymentCollectionId: "pay_col_1",
    cartId: "cart_9",
    orderId: "order_9",
    invoiceAmount: uzs(65_000),
    requestedAt: SINCE,
    candidates: [sampleInvoice(61_001).number],
    paidCandidate: undefined,
  }

  it("is shown with whom it was for and which invoices it may be", () => {
    const shown = presentUnanswered(row, OWNERS)
    expect(attentionAnswerSchema.shape.unanswered.parse([shown])).toEqual([shown])
    expect(shown).toMatchObject({
      amount: 65_000,
      currency_code: "uzs",
      requested_at: SINCE.toISOString(),
      order: { id: "order_1", display_id: 7, is_draft: false },
      cart_id: "cart_1",
      candidates: [61_001],
      paid_candidate: null,
    })
  })

  it("keeps what was written down where its owner is gone", () => {
    expect(presentUnanswered(row, NOBODY)).toMatchObject({
      order: { id: "order_9", display_id: null },
      customer: null,
      cart_id: "cart_9",
    })
  })
})
