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
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
