import { isConfirmed, type Invoice } from "../../modules/checkout-uz"

/**
 * The `data` of a payment session. It is public: the store API returns it to the browser. Every
 * key is given a value of ours, since Medusa lays ours over what the client sent.
 */
export type SessionData = {
  session_id: string
  /** The invoice's number at the service. */
  invoice_id: number
  uuid: string
  status: "pending" | "paid"
  /** In UZS, for the eye: the exact amount is the session's own. */
  amount: number
  currency_code: string
  /** Null where there is nothing left to pay. */
  payment_url: string | null
  pay_via: Record<string, string>
  custom_payment_pages: { domain: string; url: string }[]
  /** ISO 8601. */
  expires_at: string
}

export function sessionData(invoice: Invoice, sessionId: string): SessionData {
  const payable = invoice.state === "pending"
  return {
    session_id: sessionId,
    invoice_id: invoice.number,
    uuid: invoice.uuid,
    status: isConfirmed(invoice) ? "paid" : "pending",
    amount: Number(invoice.sessionAmount),
    currency_code: invoice.currencyCode,
    payment_url: payable ? invoice.paymentUrl : null,
    pay_via: payable ? invoice.payVia : {},
    custom_payment_pages: payable ? invoice.customPaymentPages : [],
    expires_at: invoice.expiresAt.toISOString(),
  }
}
