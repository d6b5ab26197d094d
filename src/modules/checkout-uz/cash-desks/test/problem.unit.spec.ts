import {
  AddressNotAllowedError,
  MalformedAnswerError,
  NotFoundError,
  RateLimitedError,
  RefusedError,
  UnauthorizedError,
  UnavailableError,
} from "../../../../client"
import { concernsCashDesk, describeProblem, PROBLEM_CODES, problemOf } from "../problem"

const balance = { operation: "get_balance", message: "no" } as const
const status = { operation: "status_payment", message: "no" } as const
const card = { operation: "pay_via_card", message: "no" } as const

describe("what a failed call means for the cash desk", () => {
  it.each([
    ["a refused key", new UnauthorizedError(balance), "key_refused"],
    ["a whitelist", new AddressNotAllowedError(balance), "address_not_allowed"],
    ["no answer", new UnavailableError(balance), "service_unreachable"],
    ["HTTP 500", new UnavailableError({ ...balance, httpStatus: 500 }), "service_failed"],
    ["HTTP 429", new RateLimitedError({ ...balance, httpStatus: 429 }), "service_failed"],
    ["an answer without sense", new MalformedAnswerError(balance), "service_failed"],
    ["a no", new RefusedError(balance), "service_failed"],
    ["404 about an invoice", new NotFoundError(status), "unknown_invoice"],
    ["404 about nothing: a wrong base address", new NotFoundError(balance), "service_failed"],
  ])("%s", (_, error, code) => {
    expect(problemOf(error)).toBe(code)
  })

  it("a card or a receipt that is refused is no problem of the desk, a refused key always is", () => {
    expect(concernsCashDesk(new RefusedError(card))).toBe(false)
    expect(concernsCashDesk(new NotFoundError({ ...card, operation: "get_fiscal" }))).toBe(false)
    expect(concernsCashDesk(new UnauthorizedError(card))).toBe(true)
    expect(concernsCashDesk(new NotFoundError(status))).toBe(true)
  })

  it.each(PROBLEM_CODES)("%s has one sentence", (code) => {
    expect(describeProblem(code, "main")).toMatch(/^[A-Z][^\n]+\.$/)
    expect(describeProblem(code, "main")).not.toMatch(/[.!?]\s+[A-Z]/)
  })
})
