import { MedusaError } from "@medusajs/framework/utils"
import type { ProblemCode } from "../../modules/checkout-uz"

const { INVALID_DATA, NOT_ALLOWED, UNEXPECTED_STATE } = MedusaError.Types

/**
 * Medusa's type of every refusal of the provider's. Its reason is the error's `code`, by which the
 * store API tells a refusal of ours from Medusa's and finds words for the customer.
 */
const TYPES = {
  /** What the shop asked for is a developer's mistake. */
  invalid_request: INVALID_DATA,
  currency_not_taken: INVALID_DATA,
  amount_not_taken: INVALID_DATA,
  cart_empty: INVALID_DATA,
  email_missing: INVALID_DATA,
  delivery_missing: INVALID_DATA,
  cart_changed: NOT_ALLOWED,
  order_canceled: NOT_ALLOWED,
  already_paid: NOT_ALLOWED,
  /** Another cash desk has parts of the payment. */
  other_cash_desk: NOT_ALLOWED,
  /** It asks for less, or for nothing. */
  not_payable: NOT_ALLOWED,
  too_many_attempts: NOT_ALLOWED,
  // What is between this server and the payment service.
  key_refused: UNEXPECTED_STATE,
  address_not_allowed: UNEXPECTED_STATE,
  service_unreachable: UNEXPECTED_STATE,
  service_failed: UNEXPECTED_STATE,
  unknown_invoice: UNEXPECTED_STATE,
  no_key: INVALID_DATA,
  no_encryption_key: INVALID_DATA,
  wrong_configuration: INVALID_DATA,
  other_service: INVALID_DATA,
} as const satisfies Readonly<Record<string, string>> & Readonly<Record<ProblemCode, string>>

export type RefusalReason = keyof typeof TYPES

/** Whether the code of an error is one of the provider's refusals. */
export function isRefusalReason(code: unknown): code is RefusalReason {
  return typeof code === "string" && Object.hasOwn(TYPES, code)
}

/**
 * For `throw`: why the provider does not do what it was asked.
 *
 * @param message for the developer and the log: one sentence that says what to do
 */
export function refusal(reason: RefusalReason, message: string): MedusaError {
  return new MedusaError(TYPES[reason], message, reason)
}

/** What a cart's completion says while it waits. Medusa hands on the sentence there, and no code. */
export const WAITING = {
  payment_awaited:
    "The payment has not arrived yet. Pay on the payment page first, then the order is placed.",
  order_coming:
    "The payment has arrived and the order is being placed: try again in a few seconds.",
} as const
