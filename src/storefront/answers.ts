import { isRecord } from "./store"
import type { CodeSent, Payment, PaymentMethod, Receipt, StartedPayment } from "./types"

/** Only what decides is looked at: a proxy's page, or another server's answer, has none of it. */
export function isPayment(answer: unknown): answer is Payment {
  return (
    isRecord(answer) && typeof answer["status"] === "string" && typeof answer["id"] === "string"
  )
}

export function isStarted(answer: unknown): answer is StartedPayment {
  return isRecord(answer) && typeof answer["session_id"] === "string"
}

export function isCodeSent(answer: unknown): answer is CodeSent {
  return isRecord(answer) && typeof answer["seconds_left"] === "number"
}

export function hasMethods(answer: unknown): answer is { payment_methods: PaymentMethod[] } {
  return isRecord(answer) && Array.isArray(answer["payment_methods"])
}

export function hasReceipt(answer: unknown): answer is { receipt: Receipt } {
  return isRecord(answer) && Array.isArray(answer["receipt"])
}

export function hasCollection(answer: unknown): answer is {
  payment_collection: {
    id: string
    payment_sessions?: { provider_id: string; data: unknown }[]
  }
} {
  return isRecord(answer) && isRecord(answer["payment_collection"])
}
