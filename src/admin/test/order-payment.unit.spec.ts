import { type Invoice, type PaymentLink } from "../../contract"
import type { Words } from "../lib/words"
import { arrange } from "../order-payment/arrange"
import { wordsAgainst } from "../order-payment/words-against"

function invoice(id: string, state: Invoice["state"], hour: string): Invoice {
  return {
    id,
    number: 61001,
    state,
    standing: "waiting",
    blocker: null,
    waiting_since: null,
    cash_desk: "main",
    provider_id: "pp_checkout-uz_main",
    amount: 65_000,
    paid: null,
    given_back: 0,
    currency_code: "uzs",
    payment_system: null,
    email: null,
    customer_name: null,
    customer_phone: null,
    order: null,
    cart_id: null,
    payment_url: null,
    created_at: `2026-11-28T${hour}:00:00.000Z`,
    expires_at: `2026-11-28T${hour}:59:00.000Z`,
    paid_at: null,
    paid_at_text: null,
    settled_at: null,
  }
}

const idsOf = (invoices: Invoice[]) => invoices.map(({ id }) => id)

describe("the invoices of an order", () => {
  it("stand open where their money has come, the latest first, and the others are folded", () => {
    const { open, folded } = arrange([
      invoice("settled", "settled", "08"),
      invoice("expired", "expired", "07"),
      invoice("pending", "pending", "10"),
      invoice("paid", "paid", "09"),
    ])
    expect(idsOf(open)).toEqual(["paid", "settled"])
    expect(idsOf(folded)).toEqual(["pending", "expired"])
  })

  it("show the latest where no money has come", () => {
    const { open, folded } = arrange([
      invoice("first", "expired", "07"),
      invoice("second", "pending", "08"),
    ])
    expect(idsOf(open)).toEqual(["second"])
    expect(idsOf(folded)).toEqual(["first"])
  })
})

describe("why no payment link can be made", () => {
  const t = ((path: string, values?: { amount?: string }) =>
    [path, values?.amount].filter(Boolean).join(" ")) as Words
  const link: PaymentLink = {
    open_amount: 65_000,
    currency_code: "uzs",
    provider_ids: ["pp_checkout-uz_main"],
    reason_against: "The order was cancelled.",
    invoice: null,
    locale: null,
  }

  it("is said in the reader's language for the limits of the service and its currency", () => {
    expect(wordsAgainst(t, { ...link, open_amount: 999 }, "en")).toBe(
      "order.link.too_little 1,000\u00a0UZS"
    )
    expect(wordsAgainst(t, { ...link, open_amount: 10_000_001 }, "en")).toBe(
      "order.link.too_much 10,000,000\u00a0UZS"
    )
    expect(wordsAgainst(t, { ...link, currency_code: "usd" }, "en")).toBe(
      "order.link.other_currency"
    )
  })

  it("is what the server said otherwise, and nothing where a link can be made", () => {
    expect(wordsAgainst(t, link, "ru")).toBe("The order was cancelled.")
    expect(wordsAgainst(t, { ...link, reason_against: null }, "ru")).toBeNull()
  })
})
