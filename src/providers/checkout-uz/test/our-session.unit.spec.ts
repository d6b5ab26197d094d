import { sampleInvoice } from "../../../modules/checkout-uz/test/samples"
import {
  findOurSession,
  type PaymentContext,
  type ContextPayment,
  type ContextSession,
} from "../../../payment-context"

const OURS = "pp_checkout-uz_main"
const ENTRIES = [
  { providerId: OURS, cashDesk: "main" },
  { providerId: "pp_checkout-uz_second", cashDesk: "second" },
]
const paid = sampleInvoice(1, { state: "paid" })
const AMOUNT = paid.sessionAmount

function session(id: string, changes: Partial<ContextSession> = {}): ContextSession {
  return {
    id,
    providerId: OURS,
    status: "pending",
    amount: AMOUNT,
    currencyCode: "uzs",
    ...changes,
  }
}

function payment(sessionId: string): ContextPayment {
  return {
    id: `pay_of_${sessionId}`,
    sessionId,
    providerId: OURS,
    amount: AMOUNT,
    captured: AMOUNT,
    refunded: "0",
    net: AMOUNT,
    captureIds: ["capt_1"],
    refunds: [],
    canceled: false,
  }
}

function context(sessions: ContextSession[], payments: ContextPayment[] = []): PaymentContext {
  const collection = {
    collectionId: "pay_col_1",
    amount: AMOUNT,
    currencyCode: "uzs",
    canceled: false,
    isOfCart: true,
    sessions,
    payments,
  }
  return { ...collection, cart: undefined, order: undefined, ownerId: "cart_1", collections: [] }
}

const found = (of: PaymentContext, spentBySession?: string) =>
  findOurSession(of, { ...paid, amount: AMOUNT, spentBySession }, ENTRIES)?.id

describe("the session an invoice's money can stand for", () => {
  it("is the one that spent it, also where it carries the payment", () => {
    const sessions = [session("a"), session("b")]
    expect(found(context(sessions), "b")).toBe("b")
    expect(found(context(sessions, [payment("b")]), "b")).toBe("b")
  })

  it("is else one of ours over the same money", () => {
    expect(found(context([session("a")]))).toBe("a")
  })

  it("is never one that carries the payment of other money, which would wait for ever then", () => {
    expect(found(context([session("a")], [payment("a")]))).toBeUndefined()
    expect(found(context([session("a"), session("b")], [payment("a")]))).toBe("b")
  })

  it.each<[string, Partial<ContextSession>]>([
    ["another provider's", { providerId: "pp_system_default" }],
    ["another cash desk's", { providerId: "pp_checkout-uz_second" }],
    ["over another amount", { amount: undefined }],
    ["in another currency", { currencyCode: "usd" }],
    ["cancelled", { status: "canceled" }],
  ])("is none that is %s", (_, changes) => {
    expect(found(context([session("a", changes)]))).toBeUndefined()
  })
})
