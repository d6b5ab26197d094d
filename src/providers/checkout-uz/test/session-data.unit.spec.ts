import fc from "fast-check"
import { parseUzs, type Uzs } from "../../../client"
import type { BlockerReason, Invoice, InvoiceState } from "../../../modules/checkout-uz"
import { sampleBlocker, sampleInvoice } from "../../../modules/checkout-uz/test/samples"
import { sessionData, type HandedOut } from "../session-data"

/** What the public data of a session holds, and nothing else (README.md, "In your storefront"). */
const KEYS = [
  "session_id",
  "invoice_id",
  "uuid",
  "status",
  "amount",
  "currency_code",
  "payment_url",
  "payment_system",
  "pay_via",
  "custom_payment_pages",
  "expires_at",
  "parts",
]

function uzs(text: string): Uzs {
  const amount = parseUzs(text)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return amount
}

function invoice(changes: Partial<Invoice> = {}): Invoice {
  return sampleInvoice(61001, {
    uuid: "11111111-2222-4333-8444-555555555555",
    sessionAmount: uzs("7000.4"),
    invoiceAmount: uzs("7000"),
    returnAddress: "https://shop.example/back",
    paymentUrl: "https://checkout.uz/pay/1",
    payVia: { click: "https://click.uz/1" },
    customPaymentPages: [{ domain: "pay.shop.example", url: "https://pay.shop.example/1" }],
    createdAt: new Date("2026-02-01T09:00:00Z"),
    expiresAt: new Date("2026-02-01T10:00:00Z"),
    webhookToken: "token-of-the-webhook-address",
    paymentSystem: "click",
    spentBySession: "payses_02",
    ...changes,
  })
}

const alone = (invoice: Invoice): HandedOut => ({ invoice, progress: undefined })

describe("the public data of a payment session", () => {
  it("of an invoice that can be paid", () => {
    expect(sessionData(alone(invoice()), "payses_01")).toEqual({
      session_id: "payses_01",
      invoice_id: 61001,
      uuid: "11111111-2222-4333-8444-555555555555",
      status: "pending",
      amount: 7000.4,
      currency_code: "uzs",
      payment_url: "https://checkout.uz/pay/1",
      payment_system: null,
      pay_via: { click: "https://click.uz/1" },
      custom_payment_pages: [{ domain: "pay.shop.example", url: "https://pay.shop.example/1" }],
      expires_at: "2026-02-01T10:00:00.000Z",
      parts: null,
    })
  })

  it("leads to the page of the payment system that the client asked for", () => {
    expect(sessionData(alone(invoice()), "payses_01", { payment_system: "click" })).toMatchObject({
      payment_url: "https://click.uz/1",
      payment_system: "click",
    })
  })

  it.each([undefined, null, "payme", "", "__proto__", "toString", 1, ["click"], { click: 1 }])(
    "leads to the page of the choice where %j was asked for",
    (payment_system) => {
      expect(sessionData(alone(invoice()), "payses_01", { payment_system })).toMatchObject({
        payment_url: "https://checkout.uz/pay/1",
        payment_system: null,
      })
    }
  )

  it("of an invoice that is paid leads to no payment system", () => {
    const paid = sessionData(alone(invoice({ state: "paid" })), "payses_01", {
      payment_system: "click",
    })
    expect(paid).toMatchObject({ payment_url: null, payment_system: null })
  })

  const STATES: [InvoiceState, BlockerReason | undefined, "pending" | "paid"][] = [
    ["pending", undefined, "pending"],
    ["expired", undefined, "pending"],
    ["closed", undefined, "pending"],
    ["paid", undefined, "paid"],
    ["settled", undefined, "paid"],
    ["paid", "not_completable", "paid"],
    ["paid", "cart_changed", "paid"],
    ["paid", "provider_off", "paid"],
    ["paid", "nothing_owed", "paid"],
    ["paid", "order_canceled", "paid"],
    ["paid", "amount_mismatch", "pending"],
    ["returned", undefined, "pending"],
  ]
  const blocked = (state: InvoiceState, reason: BlockerReason | undefined) =>
    invoice({ state, blocker: reason && sampleBlocker(reason) })

  it.each(STATES)("an invoice in %s (%s) calls itself %s", (state, reason, status) => {
    expect(sessionData(alone(blocked(state, reason)), "payses_01").status).toBe(status)
  })

  it.each(STATES)("in %s (%s) it holds exactly the documented keys", (state, reason) => {
    const data = sessionData(alone(blocked(state, reason)), "payses_01")
    expect(Object.keys(data).sort()).toEqual([...KEYS].sort())
    // Every key has a value: an undefined one would not lie over what a client sent.
    expect(Object.values(data)).not.toContain(undefined)
    expect(JSON.stringify(data)).not.toContain("token-of-the-webhook-address")
  })

  it.each(STATES.filter(([state]) => state !== "pending"))(
    "an invoice in %s (%s) shows no address to pay at",
    (state, reason) => {
      expect(sessionData(alone(blocked(state, reason)), "payses_01")).toMatchObject({
        payment_url: null,
        pay_via: {},
        custom_payment_pages: [],
      })
    }
  )

  it("whatever total a cart comes to, however many digits it has, the data can be made", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 10_000_000 }),
        fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }),
        (som, part) => {
          const sessionAmount = uzs(`${som}.${String(part).padStart(20, "0")}`)
          const { amount } = sessionData(alone(invoice({ sessionAmount })), "payses_01")
          expect(Math.abs(amount - som)).toBeLessThanOrEqual(1)
        }
      )
    )
  })

  describe("of a payment in parts", () => {
    const part = { position: 2, count: 3, planAmount: uzs("21001.2") }
    const progress = { of: 3, paid: 1, paid_amount: 7000, amount: 7000.4 }

    it("says what the whole payment comes to, and leads to the part that is due", () => {
      expect(sessionData({ invoice: invoice({ part }), progress }, "payses_01")).toMatchObject({
        status: "pending",
        amount: 21_001.2,
        payment_url: "https://checkout.uz/pay/1",
        parts: progress,
      })
    })

    it("is not paid with the part that has just come, and is with the last one", () => {
      const paid = invoice({ part, state: "paid" })
      const data = sessionData({ invoice: paid, progress }, "payses_01")
      expect(data).toMatchObject({ status: "pending", payment_url: null })
      const all = { of: 3, paid: 3, paid_amount: 21_001.2, amount: null }
      expect(sessionData({ invoice: paid, progress: all }, "payses_01").status).toBe("paid")
    })
  })
})
