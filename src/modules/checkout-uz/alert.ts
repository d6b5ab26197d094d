/** What a merchant is told about. */
export const ALERT_KINDS = [
  /** Paid money waits: see the reasons to hold. */
  "invoice_held",
  /** The service says that it does not know an invoice of ours: another cash desk's key, perhaps. */
  "invoice_unknown",
  /** The service refuses a cash desk's key or this server's address. */
  "cash_desk_refused",
  /** Open invoices of a cash desk cannot be asked about: there is no key for them. */
  "cash_desk_without_key",
  /** Medusa has booked a refund, which the service has no operation for: it is paid out by hand. */
  "refund_due",
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Something the merchant is told once. */
export type Alert = {
  id: string
  kind: AlertKind
  cashDesk: string
  invoiceId: string | undefined
  /** Why an invoice is held, the refund's id, or what the service said. */
  reason: string
}

/** An alert that is about to be written. */
export type NewAlert = Omit<Alert, "id"> & {
  /** One occasion is one alert, however often and on however many servers it is noticed. */
  occasion: string
}
