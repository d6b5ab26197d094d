/** What a merchant is notified of. */
export const ALERT_KINDS = [
  /** Held money: see the reasons of a blocker. */
  "invoice_held",
  /** The service says that it does not know an invoice of ours: another cash desk's key, perhaps. */
  "invoice_unknown",
  /** A payment the service has and the ledger has no invoice of, over an amount that was requested. */
  "invoice_unrecorded",
  /** The service refuses a cash desk's key or this server's address. */
  "cash_desk_refused",
  /** Open invoices of a cash desk cannot be verified: there is no key for them. */
  "cash_desk_without_key",
  /** Money is to be sent back by hand: the service has no operation for it. */
  "payout_due",
  /** An order was paid more than it asks for: another payment of it was booked in the same moment. */
  "order_overpaid",
  /** Medusa has captured a payment of ours without a paid invoice. */
  "capture_unexplained",
  /** A part of the payment of an order that was placed before it has come. */
  "part_arrived",
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Something the merchant is notified of once. */
export type Alert = {
  id: string
  kind: AlertKind
  cashDesk: string
  invoiceId?: string | undefined
  /** The blocker of held money, a pay-out's id, or what was found, as a message. */
  reason: string
}

/** An alert that is about to be written. */
export type NewAlert = Omit<Alert, "id"> & {
  /** One occasion is one alert, however often and on however many servers it is noticed. */
  occasion: string
}
