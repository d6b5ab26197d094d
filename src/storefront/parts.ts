import { isRecord } from "./store"
import type { Parts, Payment } from "./types"

/** What the service takes with one payment, in UZS. */
const MOST_AT_ONCE = 10_000_000

/** What a cart of the store API has to say here. */
export interface CartToPay {
  /** What it comes to, in UZS. */
  total: number
  /** With its sessions, where a payment was started: they say which parts have come. */
  payment_collection?: {
    /** In whichever order. */
    payment_sessions?:
      | {
          /** As the plugin's provider filled it. */
          data?: Record<string, unknown> | null
        }[]
      | null
  } | null
}

/**
 * In which parts a cart is going to be paid, before its payment is started or started again; null where it
 * is paid at once. It is foreseen from the total: the payment itself says it exactly.
 */
export function partsOfCart({ total, payment_collection }: CartToPay): Parts | null {
  const sessions = payment_collection?.payment_sessions ?? []
  const come = sessions.map(({ data }) => data?.["parts"]).find(hasCome)
  const { paid, paid_amount } = come ?? { paid: 0, paid_amount: 0 }
  const left = total - paid_amount
  const parts = Math.ceil(left / MOST_AT_ONCE)
  if (left <= 0 || (paid === 0 && parts === 1)) return null
  return { of: paid + parts, paid, paid_amount, amount: Math.ceil(left / parts) }
}

function hasCome(parts: unknown): parts is Pick<Parts, "paid" | "paid_amount"> {
  if (!isRecord(parts)) return false
  const { paid, paid_amount } = parts
  return typeof paid === "number" && paid > 0 && typeof paid_amount === "number"
}

/** A payment as the server tells it, which knows no status of its own for one between two parts. */
export function withPartStatus(payment: Payment): Payment {
  return isOpen(payment) && partsPaid(payment) > 0 ? { ...payment, status: "part_paid" } : payment
}

/** Whether the customer may still pay it, or go on with it. */
export function isOpen({ status }: Payment): boolean {
  return status === "pending" || status === "awaiting_payment" || status === "part_paid"
}

export function partsPaid({ parts }: Payment): number {
  return parts?.paid ?? 0
}
