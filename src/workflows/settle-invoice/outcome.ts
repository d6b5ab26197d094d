import type { BlockerReason, Invoice, Problem, Unanswered } from "../../modules/checkout-uz"

/** What settling an invoice came to. */
export type SettleOutcome =
  | {
      /** The money is a captured payment of Medusa's, and where there was a cart an order. */
      kind: "settled"
      /** Its row in the ledger. */
      invoice: Invoice
    }
  | {
      /** The service says it is not paid, or this caller did not want to wait for its answer. */
      kind: "not_paid"
      /** Its row in the ledger. */
      invoice: Invoice
    }
  | Unanswered
  | {
      /** Paid, and it is not booked yet. */
      kind: "blocked"
      /** Its row in the ledger. */
      invoice: Invoice
      /** Once it is recorded: docs/alerts.md has all of them. */
      reason: BlockerReason | undefined
      /** What is in the way. */
      error: Error
    }
  | {
      /** The merchant gives the money back. */
      kind: "returned"
      /** Its row in the ledger. */
      invoice: Invoice
    }

/** A question that never got its turn, or an answer about another invoice, is the service's failure. */
export function problemIn({ problem, message }: Unanswered): Problem {
  return problem ?? { code: "service_failed", message }
}
