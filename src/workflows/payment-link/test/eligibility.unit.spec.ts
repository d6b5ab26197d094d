import { parseUzs, type Uzs } from "../../../client"
import type { LinkObjection } from "../../../contract"
import type { Invoice } from "../../../modules/checkout-uz"
import { sampleBlocker, sampleInvoice } from "../../../modules/checkout-uz/test/samples"
import type { ContextCollection } from "../../../payment-context"
import {
  collectionForLink,
  linkEligibility,
  needlessSessions,
  type LinkRules,
} from "../eligibility"
import type { LinkContext, LinkOrder } from "../load"

const OURS = "pp_checkout-uz_main"
const OTHER = "pp_stripe_stripe"
const NOW = new Date("2026-03-01T12:00:00Z")
const RULES: LinkRules = {
  amountRounding: "nearest",
  baseUrl: sampleInvoice(1).serviceUrl,
  partsMax: 5,
  ourProviders: [OURS, "pp_checkout-uz_second"],
}

function uzs(text: string): Uzs {
  const amount = parseUzs(text)
  if (amount === undefined) throw new Error(`${text} is no amount.`)
  return amount
}

const OPEN = uzs("45000")

function collection(changes: Partial<ContextCollection> = {}): ContextCollection {
  return {
    collectionId: "pay_col_1",
    amount: OPEN,
    currencyCode: "uzs",
    canceled: false,
    sessions: [],
    payments: [],
    isOfCart: false,
    ...changes,
  }
}

function session(id: string, providerId = OURS): ContextCollection["sessions"][number] {
  return { id, providerId, status: "pending", amount: OPEN, currencyCode: "uzs" }
}

function payment(sessionId: string): ContextCollection["payments"][number] {
  return {
    id: `pay_of_${sessionId}`,
    sessionId,
    providerId: OURS,
    amount: OPEN,
    captured: OPEN,
    refunded: "0",
    net: OPEN,
    captureIds: [],
    refunds: [],
    canceled: false,
  }
}

function link(changes: Partial<Invoice> = {}): Invoice {
  return sampleInvoice(1, {
    state: "pending",
    paymentCollectionId: "pay_col_1",
    sessionAmount: OPEN,
    invoiceAmount: OPEN,
    paymentUrl: "https://checkout.uz/pay/1",
    expiresAt: new Date(NOW.getTime() + 60_000),
    readAt: NOW,
    ...changes,
  })
}

function look(order: Partial<LinkOrder>, changes: Partial<LinkContext> = {}): LinkContext {
  return {
    order: {
      id: "order_1",
      displayId: 7,
      locale: null,
      isDraft: false,
      buyer: { email: "xaridor@example.uz", name: undefined, phone: undefined },
      currencyCode: "uzs",
      canceled: false,
      open: OPEN,
      missing: OPEN,
      offered: [OTHER, OURS],
      ...order,
    },
    arriving: undefined,
    leftBehind: undefined,
    ownerId: "cart_1",
    collections: [collection()],
    invoices: [],
    ...changes,
  }
}

describe("whether an order can have a payment link", () => {
  it("can, with those of our providers that its region offers", () => {
    expect(linkEligibility(look({}), RULES)).toEqual({
      providerIds: [OURS],
      objection: undefined,
      live: [],
    })
  })

  it("can above the service's limit, in as many parts as are chosen", () => {
    const order = { open: uzs("49999999") }
    expect(linkEligibility(look(order), RULES).providerIds).toEqual([OURS])
    const { objection } = linkEligibility(look(order), { ...RULES, partsMax: 1 })
    expect(objection?.message).toMatch(/10,000,000 UZS: split/)
  })

  it.each<[string, Partial<LinkOrder>, LinkObjection, RegExp]>([
    ["it is cancelled", { canceled: true, open: uzs("0") }, "order_canceled", /cancelled/],
    ["it is in another currency", { currencyCode: "usd" }, "other_currency", /in USD.*UZS only/],
    ["nothing is open", { open: uzs("0") }, "nothing_open", /Nothing is open/],
    ["too little is open", { open: uzs("999.4") }, "too_little_open", /^999\.4 UZS.*1,000 UZS/],
    [
      "too much is open",
      { open: uzs("50000000.9") },
      "too_much_open",
      /^50,000,000\.9 UZS.*50,000,000 UZS, in 5 parts: split/,
    ],
    ["its region offers none of ours", { offered: [OTHER] }, "not_in_region", /region/],
  ])("cannot where %s, and says so in a word and in a sentence", (_, order, code, message) => {
    const { providerIds, objection } = linkEligibility(look(order), RULES)
    expect(providerIds).toEqual([])
    expect(objection?.code).toBe(code)
    expect(objection?.message).toMatch(message)
    expect(objection?.message).toMatch(/^[^\n]+\.$/)
  })

  it.each([
    ["1000", "nearest"],
    ["999.5", "nearest"],
    ["10000000.49", "nearest"],
    ["10000000", "exact"],
  ] as const)("can at the edge of the service's limits: %s, %s", (open, amountRounding) => {
    const verdict = linkEligibility(look({ open: uzs(open) }), { ...RULES, amountRounding })
    expect(verdict.objection).toBeUndefined()
  })

  it("cannot while money for it has arrived that fits what is open, so that nobody pays twice", () => {
    const arriving = link({ state: "paid" })
    const invoices = [arriving, link({ id: "cuinv_2" })]
    const { objection, live } = linkEligibility(look({}, { invoices, arriving }), RULES)
    expect(objection?.code).toBe("payment_arriving")
    expect(objection?.message).toMatch(/invoice 1 over 45,000 UZS has arrived/)
    expect(live).toEqual([])
  })

  it.each<[string, Partial<Invoice>]>([
    ["settled", { state: "settled" }],
    ["given back", { state: "returned" }],
    ["over another amount", { state: "paid", blocker: sampleBlocker("amount_mismatch") }],
    ["more than is open", { state: "paid", blocker: sampleBlocker("nothing_owed") }],
  ])("can beside money that is %s", (_, changes) => {
    const { objection } = linkEligibility(look({}, { invoices: [link(changes)] }), RULES)
    expect(objection).toBeUndefined()
  })
})

describe("the link there is", () => {
  it("is one that asks for exactly what is open and can still be paid, the latest first", () => {
    const older = link({ id: "older" })
    const newer = link({ id: "newer" })
    const { live } = linkEligibility(look({}, { invoices: [older, newer] }), RULES)
    expect(live.map(({ id }) => id)).toEqual(["newer", "older"])
  })

  it.each<[string, Partial<Invoice>]>([
    ["over another amount", { sessionAmount: uzs("45000.01") }],
    ["expired", { state: "expired" }],
    ["closed", { state: "closed" }],
    ["over in less than a minute", { expiresAt: new Date(NOW.getTime() + 59_999) }],
    ["read a moment later, when a minute is not left", { readAt: new Date(NOW.getTime() + 1) }],
    ["without an address that may be shown", { paymentUrl: "" }],
    ["of another service", { serviceUrl: "https://elsewhere.example/api/v1" }],
    ["in another currency", { currencyCode: "usd" }],
    ["in a collection the order no longer has", { paymentCollectionId: "pay_col_2" }],
  ])("is none that is %s", (_, changes) => {
    expect(linkEligibility(look({}, { invoices: [link(changes)] }), RULES).live).toEqual([])
  })

  it("is told by the clock of the database it was read from, and by no server's", () => {
    const moved = (days: number) => ({
      expiresAt: new Date(NOW.getTime() + days * 86_400_000 + 60_000),
      readAt: new Date(NOW.getTime() + days * 86_400_000),
    })
    for (const days of [-10_000, 0, 10_000]) {
      const { live } = linkEligibility(look({}, { invoices: [link(moved(days))] }), RULES)
      expect(live).toHaveLength(1)
    }
  })

  it("is none once the order or its collection is cancelled", () => {
    const invoices = [link()]
    expect(linkEligibility(look({ canceled: true }, { invoices }), RULES).live).toEqual([])
    const collections = [collection({ canceled: true })]
    expect(linkEligibility(look({}, { invoices, collections }), RULES).live).toEqual([])
  })
})

describe("the payment collection a new link goes into", () => {
  const chosen = (collections: ContextCollection[]) =>
    collectionForLink(look({}, { collections }), RULES)?.collectionId

  it("is one that asks for just this amount and is nobody's", () => {
    const old = collection({ collectionId: "old", amount: uzs("20000"), sessions: [session("a")] })
    expect(chosen([old, collection()])).toBe("pay_col_1")
  })

  it("is an earlier link's where none asks for just this amount", () => {
    const untouched = collection({ collectionId: "merchants", amount: uzs("20000") })
    const old = collection({ collectionId: "old", amount: uzs("20000"), sessions: [session("a")] })
    expect(chosen([untouched, old])).toBe("old")
    expect(chosen([untouched])).toBeUndefined()
  })

  it.each<[string, Partial<ContextCollection>]>([
    ["paid", { sessions: [session("a")], payments: [payment("a")] }],
    ["paid and its session is gone", { payments: [payment("a")] }],
    ["used by another way to pay", { sessions: [session("a"), session("b", OTHER)] }],
    ["cancelled", { canceled: true }],
    ["in another currency", { currencyCode: "usd" }],
  ])("is never one that is %s", (_, changes) => {
    expect(chosen([collection(changes)])).toBeUndefined()
  })

  it("is a checkout's only where it asks for just this amount", () => {
    const sessions = [session("a")]
    expect(chosen([collection({ isOfCart: true, sessions })])).toBe("pay_col_1")
    expect(chosen([collection({ isOfCart: true, sessions, amount: uzs("20000") })])).toBeUndefined()
  })
})

describe("the sessions a new link makes needless", () => {
  it("are ours in the order's other collections, and never one that carries a payment", () => {
    const collections = [
      collection({ sessions: [session("kept")] }),
      collection({
        collectionId: "old",
        sessions: [session("paid"), session("open"), session("theirs", OTHER)],
        payments: [payment("paid")],
      }),
    ]
    expect(needlessSessions(look({}, { collections }), "pay_col_1", RULES)).toEqual(["open"])
  })
})
