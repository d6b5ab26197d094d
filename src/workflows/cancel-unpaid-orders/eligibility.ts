import { MathBN } from "@medusajs/framework/utils"
import { isSpendable, OPEN_STATES, type Invoice } from "../../modules/checkout-uz"
import type { ContextCollection } from "../../payment-context"

const MINUTE_MS = 60_000
/** An order that could not be checked is tried again after this share of the time overdue. */
const RETRY_SHARE = 0.25
const FIRST_RETRY_MS = MINUTE_MS
const LONGEST_RETRY_MS = 24 * 60 * MINUTE_MS

/** An order with everything that could speak against cancelling it. */
export type UnpaidOrder = {
  /** By the database's clock. */
  now: Date
  order: OrderFacts | undefined
  /** Whom its money is for: what locks are taken on. */
  ownerId: string
  /** All payment collections of the order, also those of payment links. */
  collections: ContextCollection[]
  /** Every invoice ever made for one of them. */
  invoices: Invoice[]
}

export type OrderFacts = {
  id: string
  /** The number customers see. */
  displayId: number
  status: string
  canceled: boolean
  placedAt: Date
  /** Something was sent or is being prepared. */
  fulfilled: boolean
  /** What the order still asks for, in UZS. */
  owed: string
  /** Money is booked on the order, by whatever way. */
  booked: boolean
  metadata: Record<string, unknown>
}

export type Verdict =
  /** Nothing to cancel here, now or later; `why` is for the log. */
  | { kind: "leave"; why: string }
  /** Its time is not up. */
  | { kind: "wait"; until: Date }
  /** The ledger knows of money that is not settled yet. */
  | { kind: "paid"; invoice: Invoice }
  /** To be cancelled, if the service says now that none of these invoices is paid. */
  | { kind: "unpaid"; order: OrderFacts; invoices: Invoice[]; deadline: Date }

export type Rules = {
  /** Minutes an unpaid order is kept after the lifetime of its last invoice. */
  cancelAfterMinutes: number
  /** Ids of this plugin's payment providers. */
  ourProviders: readonly string[]
}

/**
 * Tells from what Medusa and the ledger know whether an order may be cancelled for want of payment.
 *
 * INVARIANT: an order is cancelled only if our sessions are its only ones, nothing was captured,
 * booked or fulfilled for it, and each of its invoices is open and past its lifetime by the minutes chosen.
 */
export function resolve(unpaid: UnpaidOrder, rules: Rules): Verdict {
  const { order, collections, invoices, now } = unpaid
  if (!order) return leave("there is no order")
  const objection = objectionTo(order, collections, rules)
  if (objection !== undefined) return leave(objection)

  const paid = invoices.find(isSpendable)
  if (paid) return { kind: "paid", invoice: paid }
  // Settled, put aside for the merchant, or given back by hand: money came, so a person decides.
  if (!invoices.every(({ state }) => OPEN_STATES.includes(state))) {
    return leave("money has come for it")
  }
  if (invoices.length === 0) return leave("it has no invoice")

  const lastMoment = Math.max(
    order.placedAt.getTime(),
    ...invoices.map(({ expiresAt }) => expiresAt.getTime())
  )
  const deadline = new Date(lastMoment + rules.cancelAfterMinutes * MINUTE_MS)
  if (deadline > now) return { kind: "wait", until: deadline }
  return { kind: "unpaid", order, invoices, deadline }
}

function objectionTo(
  order: OrderFacts,
  collections: ContextCollection[],
  rules: Rules
): string | undefined {
  if (order.canceled) return "it is cancelled"
  if (order.status !== "pending") return `its status is ${order.status}`
  if (order.fulfilled) return "it is being fulfilled"
  if (order.booked || MathBN.lte(order.owed, 0)) return "nothing is owed"
  const payments = collections.flatMap((collection) => collection.payments)
  if (payments.some(({ canceled, captured }) => !canceled || captured !== "0")) {
    return "it has a payment"
  }
  const sessions = collections.flatMap((collection) => collection.sessions)
  if (!sessions.every(({ providerId }) => rules.ourProviders.includes(providerId))) {
    return "it can be paid in another way"
  }
  return undefined
}

function leave(why: string): Verdict {
  return { kind: "leave", why }
}

/** When an order that could not be checked is tried again: ever more rarely. */
export function retryAt(now: Date, deadline: Date): Date {
  const overdue = now.getTime() - deadline.getTime()
  const wait = Math.min(Math.max(overdue * RETRY_SHARE, FIRST_RETRY_MS), LONGEST_RETRY_MS)
  return new Date(now.getTime() + wait)
}
