import type { Invoice } from "../../contract"
import { arrange, standingOf, type Payment } from "../order-payment/arrange"

function invoice(
  id: string,
  state: Invoice["state"],
  hour: string,
  changes: Partial<Invoice> = {}
): Invoice {
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
    payment_collection_id: "pay_col_1",
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
    ...changes,
  }
}

const part = (position: number) => ({
  part: { position, count: 3, plan_amount: 25_000_000 },
  payment_collection_id: "pay_col_2",
})
const idsOf = (payments: Payment[]) => payments.map(({ id }) => id)
const insideOf = (payment: Payment | undefined) => payment?.invoices.map(({ id }) => id)

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

  it("that are the parts of one payment are one, in the order in which they were made", () => {
    const { open, folded } = arrange([
      invoice("second", "pending", "10", part(2)),
      invoice("other", "settled", "08"),
      invoice("first", "paid", "09", part(1)),
    ])
    expect(idsOf(open)).toEqual(["pay_col_2", "other"])
    expect(insideOf(open[0])).toEqual(["first", "second"])
    expect(folded).toEqual([])
  })

  it("of which another took the place of one are folded away, but for those that were paid", () => {
    const { open, folded } = arrange([
      invoice("first", "settled", "06", part(1)),
      invoice("too late", "expired", "07", part(2)),
      invoice("again", "settled", "08", part(2)),
      invoice("third", "expired", "09", part(3)),
    ])
    expect(insideOf(open[0])).toEqual(["first", "again", "third"])
    expect(idsOf(folded)).toEqual(["too late"])
  })

  it("show a payment in parts also where nothing of it has come", () => {
    const { open } = arrange([invoice("first", "pending", "06", part(1))])
    expect(idsOf(open)).toEqual(["pay_col_2"])
  })
})

describe("the state of a payment in parts", () => {
  const of = (...standings: [Invoice["standing"], ...Invoice["standing"][]]) => {
    const [first, ...others] = standings
    const one = (standing: Invoice["standing"]) => invoice("one", "paid", "08", { standing })
    return standingOf([one(first), ...others.map(one)])
  }

  it("is the one that all of them are in", () => {
    expect(of("paid", "paid")).toBe("paid")
    expect(of("refunded", "refunded")).toBe("refunded")
    expect(of("waiting")).toBe("waiting")
  })

  it("is what somebody has to do something about, before anything else", () => {
    expect(of("needs_you", "processing", "waiting")).toBe("needs_you")
    expect(of("paid", "to_pay_out", "refunded")).toBe("to_pay_out")
    expect(of("processing", "expired")).toBe("processing")
    expect(of("part_paid", "waiting")).toBe("part_paid")
  })

  it("says that some of the money went back where only some of it did", () => {
    expect(of("paid", "refunded")).toBe("partly_refunded")
    expect(of("paid", "waiting")).toBe("paid")
  })
})
