/** What a merchant is told about. */
export const ALERT_KINDS = [
  /** Paid money stands on nothing: see the reasons of a blocker. */
  "invoice_held",
  /** The service says that it does not know an invoice of ours: another cash desk's key, perhaps. */
  "invoice_unknown",
  /** A payment the service has and the ledger has no invoice of, over an amount it was asked for. */
  "invoice_unrecorded",
  /** The service refuses a cash desk's key or this server's address. */
  "cash_desk_refused",
  /** Open invoices of a cash desk cannot be asked about: there is no key for them. */
  "cash_desk_without_key",
  /** Money is to be sent back, which the service has no operation for: it is paid out by hand. */
  "payout_due",
  /** An order was paid more than it asks for: another payment of it was booked in the same moment. */
  "order_overpaid",
  /** Medusa has captured a payment of ours that no paid invoice stands behind. */
  "capture_unexplained",
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Something the merchant is told once. */
export type Alert = {
  id: string
  kind: AlertKind
  cashDesk: string
  invoiceId: string | undefined
  /** The blocker of held money, a pay-out's id, or what was found, in one sentence. */
  reason: string
}

/** An alert that is about to be written. */
export type NewAlert = Omit<Alert, "id"> & {
  /** One occasion is one alert, however often and on however many servers it is noticed. */
  occasion: string
}
