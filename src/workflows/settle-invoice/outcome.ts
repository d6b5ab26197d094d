import type { HoldReason, Invoice, Problem } from "../../modules/checkout-uz"

/** What settling an invoice came to. */
export type SettleOutcome =
  /** A captured Medusa payment, and where there was a cart an order, stands on the money. */
  | { kind: "settled"; invoice: Invoice }
  /** The service says it is not paid, or this caller did not want to wait for its answer. */
  | { kind: "not_paid"; invoice: Invoice }
  /**
   * The service could not be asked; that says nothing about the invoice. `rejected`: it refuses
   * the cash desk's key or this server's address. `problem`: the same for the merchant.
   */
  | {
      kind: "unanswered"
      invoice: Invoice
      message: string
      rejected?: boolean
      problem?: Problem | undefined
    }
  /** The money is put aside for the merchant, or was given back. */
  | { kind: "held"; invoice: Invoice; reason: HoldReason | undefined }
  /** Paid, and not yet settled: it is tried again. `error` is what stood in the way. */
  | { kind: "later"; invoice: Invoice; error: Error }
