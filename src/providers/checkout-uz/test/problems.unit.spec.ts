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
import type { RefusalReason } from "../refusals"

const SERVICE_WORDS = "Bearer s3cr3t, card 8600000000000001, see https://intern.example"
const details = {
  operation: "create_payment",
  message: "it failed",
  httpStatus: 500,
  serviceText: SERVICE_WORDS,
} as const

const FAILURES: Record<
  CheckoutUzErrorCode,
  [CheckoutUzError, reason: RefusalReason, says: RegExp]
> = {
  unauthorized: [
    new UnauthorizedError(details),
    "key_refused",
    /refused the API key of cash desk "chorsu".*check the key/,
  ],
  address_not_allowed: [
    new AddressNotAllowedError(details),
    "address_not_allowed",
    /this server's address.*IP whitelist of cash desk "chorsu"/,
  ],
  not_found: [new NotFoundError(details), "service_failed", /refused to make an invoice.*log/],
  refused: [new RefusedError(details), "service_failed", /refused to make an invoice.*log/],
  rate_limited: [
    new RateLimitedError(details),
    "service_unreachable",
    /cannot be reached at http:\/\/localhost:4242\/api\/v1 .*try again in a minute/,
  ],
  unavailable: [
    new UnavailableError(details),
    "service_unreachable",
    /cannot be reached at http:\/\/localhost:4242\/api\/v1 .*try again in a minute/,
  ],
  malformed_answer: [
    new MalformedAnswerError(details),
    "service_failed",
    /answer that cannot be used.*try again in a minute/,
  ],
}

describe("what a developer reads when the service gives no invoice", () => {
  it.each(Object.entries(FAILURES))(
    "%s: one sentence that says what happened and what to do, without the service's own words",
    (code, [error, reason, says]) => {
      expect(error.code).toBe(code)
      const serviceUrl = "http://localhost:4242/api/v1"
      const told = describeServiceFailure(error, { cashDesk: "chorsu", serviceUrl })
      expect([told.type, told.code]).toEqual(["unexpected_state", reason])
      expect(told.message).toMatch(says)
      expect(told.message).toMatch(/^[A-Z][^.!?\n]+\.$/)
      expect(inspect(told, { depth: 9, showHidden: true })).not.toMatch(
        /s3cr3t|8600|intern\.example/
      )
    }
  )
})
