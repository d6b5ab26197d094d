import type { Invoice } from "../../contract"
import { arrange } from "../order-payment/arrange"

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
    part: null,
    amount: 65_000,
    paid: null,
    given_back: 0,
    to_send: 0,
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
