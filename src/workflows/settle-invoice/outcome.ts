import type { BlockerReason, Invoice, Problem, Unanswered } from "../../modules/checkout-uz"

/** What settling an invoice came to. */
export type SettleOutcome =
  /** The money is a captured payment of Medusa's, and where there was a cart an order. */
  | { kind: "settled"; invoice: Invoice }
  /** The service says it is not paid, or this caller did not want to wait for its answer. */
  | { kind: "not_paid"; invoice: Invoice }
  /** The service could not be asked; that says nothing about the invoice. */
  | Unanswered
  /** Paid, and it is not booked yet. `error` is what is in the way, `reason` once it is recorded. */
  | { kind: "blocked"; invoice: Invoice; reason: BlockerReason | undefined; error: Error }
  /** The merchant gives the money back. */
  | { kind: "returned"; invoice: Invoice }

/** A question that never got its turn, or an answer about another invoice, is the service's failure. */
export function problemIn({ problem, message }: Unanswered): Problem {
  return problem ?? { code: "service_failed", message }
}
