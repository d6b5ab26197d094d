import {
  AddressNotAllowedError,
  MalformedAnswerError,
  NotFoundError,
  RateLimitedError,
  RefusedError,
  UnauthorizedError,
  UnavailableError,
} from "../../../client"
import { hasExpired, isCustomersMistake, whyNotPayable } from "../eligibility"

/** Midnight in Toshkent is 19:00 the day before in Greenwich. */
const LAST_MOMENT_OF_JUNE = new Date("2031-06-30T18:59:59.999Z")
const FIRST_MOMENT_OF_JULY = new Date("2031-06-30T19:00:00.000Z")

describe("a card pays to the end of its month, in Toshkent", () => {
  it.each([
    ["06/31", LAST_MOMENT_OF_JUNE, false],
    ["06/31", FIRST_MOMENT_OF_JULY, true],
    ["07/31", FIRST_MOMENT_OF_JULY, false],
    ["05/31", LAST_MOMENT_OF_JUNE, true],
    ["12/30", LAST_MOMENT_OF_JUNE, true],
    ["01/32", LAST_MOMENT_OF_JUNE, false],
    ["12/30", new Date("2030-12-31T18:59:59Z"), false],
    ["12/30", new Date("2030-12-31T19:00:00Z"), true],
    ["01/20", LAST_MOMENT_OF_JUNE, true],
    ["12/99", LAST_MOMENT_OF_JUNE, false],
  ])("%s at %p: expired %p", (expiry, now, expired) => {
    expect(hasExpired(expiry, now)).toBe(expired)
  })

  it("whatever the server's own clock says", () => {
    jest.useFakeTimers({ now: new Date("2099-01-01T00:00:00Z") })
    expect(hasExpired("06/31", LAST_MOMENT_OF_JUNE)).toBe(false)
    jest.useRealTimers()
  })
})

describe("that the money is here is told from what cannot be paid", () => {
  it.each([
    ["paid", true, "already_paid"],
    ["order_placed", true, "already_paid"],
    // By another payment, which may be promised only.
    ["order_placed", false, "not_payable"],
    ["held", true, "not_payable"],
    ["expired", false, "not_payable"],
    ["canceled", true, "not_payable"],
    ["awaiting_payment", false, "not_payable"],
  ] as const)("%s, own money here %s: %s", (status, hasCome, code) => {
    expect(whyNotPayable(status, hasCome)).toBe(code)
  })
})

describe("what a customer got wrong is told from what the merchant has to mend", () => {
  const onSubmit = { operation: "pay_via_card", message: "no" } as const
  const onConfirm = { operation: "confirm_card_payment", message: "no" } as const

  it.each([
    ["a refused card", new RefusedError(onSubmit)],
    ["a wrong code", new RefusedError(onConfirm)],
    ["a token that has lapsed and is unknown by now", new NotFoundError(onConfirm)],
  ])("%s is the customer's", (_, error) => {
    expect(isCustomersMistake(error)).toBe(true)
  })

  it.each([
    ["an invoice the service does not know", new NotFoundError(onSubmit)],
    ["a refused key", new UnauthorizedError(onSubmit)],
    ["a refused address", new AddressNotAllowedError(onConfirm)],
    ["too many requests", new RateLimitedError(onConfirm)],
    ["no answer", new UnavailableError(onConfirm)],
    ["an answer that makes no sense", new MalformedAnswerError(onConfirm)],
  ])("%s is not", (_, error) => {
    expect(isCustomersMistake(error)).toBe(false)
  })
})
