import type { Response } from "express"
import { MedusaError } from "@medusajs/framework/utils"
import {
  STORE_REFUSALS,
  type AdminRefusal,
  type ProblemCode,
  type StoreRefusalCode,
} from "../contract"

const { INVALID_DATA, NOT_ALLOWED, UNEXPECTED_STATE } = MedusaError.Types

/** What the plugin's own routes refuse with, beside the problems with the payment service. */
type RefusalCode =
  | ProblemCode
  | StoreRefusalCode
  | AdminRefusal
  /** The body of a webhook cannot be read, or is too large. */
  | "unreadable_body"
  | "body_too_large"

const AS_THINGS_STAND = [409, NOT_ALLOWED] as const

/**
 * The HTTP status and Medusa's type of every refusal. Never 401 or 403 for what the payment service says:
 * the caller's own login is all right.
 */
const ANSWERS: Readonly<Record<RefusalCode, readonly [status: number, type: string]>> = {
  ...STORE_REFUSALS,
  key_refused: [400, INVALID_DATA],
  address_not_allowed: [409, NOT_ALLOWED],
  no_key: [409, NOT_ALLOWED],
  no_encryption_key: [409, NOT_ALLOWED],
  wrong_configuration: [409, NOT_ALLOWED],
  other_service: [409, NOT_ALLOWED],
  unknown_invoice: [502, UNEXPECTED_STATE],
  service_unreachable: [502, UNEXPECTED_STATE],
  service_failed: [502, UNEXPECTED_STATE],
  order_canceled: AS_THINGS_STAND,
  other_currency: AS_THINGS_STAND,
  nothing_open: AS_THINGS_STAND,
  payment_arriving: AS_THINGS_STAND,
  too_little_open: AS_THINGS_STAND,
  too_much_open: AS_THINGS_STAND,
  not_in_region: AS_THINGS_STAND,
  not_waiting: AS_THINGS_STAND,
  booked_meanwhile: AS_THINGS_STAND,
  retry_is_no_help: AS_THINGS_STAND,
  amount_not_confirmed: AS_THINGS_STAND,
  not_possible: AS_THINGS_STAND,
  unreadable_body: [400, INVALID_DATA],
  body_too_large: [413, INVALID_DATA],
}

/** What the type and the message say already: their bodies have no `code`. */
const WITHOUT_CODE: readonly RefusalCode[] = ["unreadable_body", "body_too_large"]

/**
 * Answers why something cannot be done. By hand: Medusa replaces the message of a conflict, and of what
 * it did not expect, with one of its own.
 *
 * @param about further fields of the body
 */
export function refuse(
  res: Response,
  { code, message }: { code: RefusalCode; message: string },
  about: Readonly<Record<string, unknown>> = {}
): void {
  const [status, type] = ANSWERS[code]
  const name = WITHOUT_CODE.includes(code) ? {} : { code }
  res.status(status).json({ type, ...name, message, ...about })
}

/** For `throw`: HTTP 404. */
export function notFound(what: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, `There is no such ${what}.`)
}

/** For `throw`: HTTP 400. */
export function invalid(message: string): MedusaError {
  return new MedusaError(INVALID_DATA, message)
}
