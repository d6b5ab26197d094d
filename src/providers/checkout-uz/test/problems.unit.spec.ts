import { inspect } from "node:util"
import {
  AddressNotAllowedError,
  MalformedAnswerError,
  NotFoundError,
  RateLimitedError,
  RefusedError,
  UnauthorizedError,
  UnavailableError,
  type CheckoutUzError,
  type CheckoutUzErrorCode,
} from "../../../client"
import { describeServiceFailure } from "../problems"

const SERVICE_WORDS = "Bearer s3cr3t, card 8600000000000001, see https://intern.example"
const details = {
  operation: "create_payment",
  message: "it failed",
  httpStatus: 500,
  serviceText: SERVICE_WORDS,
} as const

const FAILURES: Record<CheckoutUzErrorCode, [CheckoutUzError, type: string, says: RegExp]> = {
  unauthorized: [
    new UnauthorizedError(details),
    "unexpected_state",
    /refused the API key of cash desk "chorsu".*check the key/,
  ],
  address_not_allowed: [
    new AddressNotAllowedError(details),
    "unexpected_state",
    /this server's address.*IP whitelist of cash desk "chorsu"/,
  ],
  not_found: [new NotFoundError(details), "invalid_data", /refused to make an invoice.*log/],
  refused: [new RefusedError(details), "invalid_data", /refused to make an invoice.*log/],
  rate_limited: [
    new RateLimitedError(details),
    "unexpected_state",
    /cannot be reached.*try again in a minute/,
  ],
  unavailable: [
    new UnavailableError(details),
    "unexpected_state",
    /cannot be reached.*try again in a minute/,
  ],
  malformed_answer: [
    new MalformedAnswerError(details),
    "unexpected_state",
    /answer that cannot be used.*try again in a minute/,
  ],
}

describe("what a customer and a developer read when the service gives no invoice", () => {
  it.each(Object.entries(FAILURES))(
    "%s: one sentence that says what happened and what to do, without the service's own words",
    (code, [error, type, says]) => {
      expect(error.code).toBe(code)
      const told = describeServiceFailure(error, "chorsu")
      expect(told.type).toBe(type)
      expect(told.message).toMatch(says)
      expect(told.message).toMatch(/^[A-Z][^.!?\n]+\.$/)
      expect(inspect(told, { depth: 9, showHidden: true })).not.toMatch(
        /s3cr3t|8600|intern\.example/
      )
    }
  )
})
