import type { errorStatus } from "../assumptions"

/** Refusals a paying customer can meet; the hosted pages have a text for each in every language. */
export type CustomerReason =
  | "card_number"
  | "card_expiry"
  | "card_unknown"
  | "card_expired"
  | "card_blocked"
  | "card_limit"
  | "card_refused"
  | "not_enough_money"
  | "no_sms_service"
  | "bank_down"
  | "wrong_code"
  | "too_many_codes"
  | "spent_token"
  | "invoice_paid"
  | "invoice_processing"
  | "invoice_lapsed"

/** Why something was not done; the kinds are those the service answers with different statuses. */
export type Refusal = {
  ok: false
  kind: keyof typeof errorStatus
  message: string
  reason?: CustomerReason | undefined
}
export type Outcome<T> = { ok: true; value: T } | Refusal

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })

export const refuse = (
  kind: Refusal["kind"],
  message: string,
  reason?: CustomerReason
): Refusal => ({ ok: false, kind, message, reason })
