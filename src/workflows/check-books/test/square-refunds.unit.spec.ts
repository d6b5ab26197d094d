import { sampleInvoice } from "../../../modules/checkout-uz/test/samples"
import type { PaymentContext, ContextOrder, ContextPayment } from "../../../payment-context"
import { overbookedRefunds, unbookedRefunds } from "../../settle-invoice/booked-refunds"

const AMOUNT = sampleInvoice(1).sessionAmount

function payment(refunds: ContextPayment["refunds"]): ContextPayment {
  const refunded = refunds.reduce((sum, { amount }) => sum + Number(amount), 0)
  return {
    id: "pay_1",
    sessionId: "payses_1",
    providerId: "pp_checkout-uz_main",
    amount: AMOUNT,
    captured: AMOUNT,
    refunded: String(refunded),
    net: String(Number(AMOUNT) - refunded),
    captureIds: ["capt_1"],
    refunds,
    canceled: false,
  }
}

function order(bookedRefunds: ContextOrder["bookedRefunds"]): ContextOrder {
  return {
    id: "order_1",
    canceled: false,
    total: AMOUNT,
    open: "0",
    paid: AMOUNT,
    bookedCaptureIds: new Set(["capt_1"]),
    bookedRefunds,
    buyer: { email: undefined, name: undefined, phone: undefined },
  }
}

function context(
  refunds: ContextPayment["refunds"],
  booked: ContextOrder["bookedRefunds"]
): PaymentContext {
  const payments = [payment(refunds)]
  return {
    collectionId: "pay_col_1",
    amount: AMOUNT,
    currencyCode: "uzs",
    canceled: false,
    isOfCart: true,
    sessions: [],
    payments,
    cart: undefined,
    order: order(booked),
    ownerId: "cart_1",
    collections: [],
  }
}

const idsOf = (of: PaymentContext) => unbookedRefunds(of).map(({ id }) => id)
const FIRST = { id: "ref_1", amount: "20000" }
const SECOND = { id: "ref_2", amount: "45000" }

describe("the refunds an order does not know of", () => {
  it("are those booked neither by their own id nor by their payment's", () => {
    expect(idsOf(context([FIRST, SECOND], []))).toEqual(["ref_1", "ref_2"])
    const first = { referenceId: "ref_1", amount: "20000" }
    expect(idsOf(context([FIRST, SECOND], [first]))).toEqual(["ref_2"])
    const ofPayment = { referenceId: "pay_1", amount: "65000" }
    expect(idsOf(context([FIRST, SECOND], [ofPayment]))).toEqual([])
  })

  it("never come to more than was given back", () => {
    const ofPayment = { referenceId: "pay_1", amount: "45000" }
    expect(idsOf(context([FIRST, SECOND], [ofPayment]))).toEqual(["ref_1"])
  })

  it("are what is missing of one that core booked with the amount of the next", () => {
    const booked = [
      { referenceId: "ref_1", amount: "20000" },
      { referenceId: "ref_2", amount: "20000" },
    ]
    expect(unbookedRefunds(context([SECOND, { ...FIRST, id: "ref_1" }], booked))).toMatchObject([
      { id: "ref_2", amount: "45000", due: "25000" },
    ])
  })

  it("are none of a payment the order was never paid with", () => {
    const before = context([FIRST, SECOND], [])
    before.order = { ...order([]), bookedCaptureIds: new Set(["capt_2"]) }
    expect(idsOf(before)).toEqual([])
  })

  it("are none where no order stands, or another payment's are booked", () => {
    expect(idsOf({ ...context([FIRST], []), order: undefined })).toEqual([])
    expect(idsOf(context([FIRST], [{ referenceId: "pay_2", amount: "20000" }]))).toEqual(["ref_1"])
  })
})

describe("what an order has booked as refunded, and was not", () => {
  const canceled = (refunds: ContextPayment["refunds"], booked: ContextOrder["bookedRefunds"]) => ({
    ...context(refunds, booked),
    order: { ...order(booked), canceled: true },
  })
  const ofFirst = { referenceId: "ref_1", amount: "20000" }
  const meant = { referenceId: "pay_1", amount: "65000" }

  it("is what core booked by the payment's id beyond what was given back", () => {
    expect(overbookedRefunds(canceled([FIRST, SECOND], [ofFirst, meant]))).toEqual([
      { referenceId: "pay_1", amount: "20000" },
    ])
  })

  it("is nothing once an entry against it is booked, nor where core gave back what it booked", () => {
    const against = { referenceId: "pay_1", amount: "-20000" }
    expect(overbookedRefunds(canceled([FIRST, SECOND], [ofFirst, meant, against]))).toEqual([])
    const rest = { referenceId: "pay_1", amount: "45000" }
    expect(overbookedRefunds(canceled([FIRST, SECOND], [ofFirst, rest]))).toEqual([])
    expect(overbookedRefunds(canceled([FIRST, SECOND], [ofFirst]))).toEqual([])
  })

  it("is what core booked of two refunds at once with the amount of the other, which is missing then", () => {
    const second = { referenceId: "ref_1", amount: "45000" }
    const both = context([FIRST, SECOND], [ofFirst, second])
    expect(overbookedRefunds(both)).toEqual([{ referenceId: "ref_1", amount: "45000" }])
    const against = { referenceId: "ref_1", amount: "-45000" }
    const squared = context([FIRST, SECOND], [ofFirst, second, against])
    expect(overbookedRefunds(squared)).toEqual([])
    expect(idsOf(squared)).toEqual(["ref_2"])
  })

  it("is both at once on an order that was cancelled then", () => {
    const of = canceled([FIRST, SECOND], [ofFirst, ofFirst, meant])
    expect(overbookedRefunds(of)).toEqual([
      { referenceId: "ref_1", amount: "20000" },
      { referenceId: "pay_1", amount: "20000" },
    ])
  })

  it("is nothing that a person booked by the payment's id on an order that stands", () => {
    expect(overbookedRefunds(context([FIRST, SECOND], [ofFirst, meant]))).toEqual([])
  })
})
