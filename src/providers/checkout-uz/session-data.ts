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
  /** The key of the payment system whose page `payment_url` is; null for the page of the choice. */
  payment_system: string | null
  pay_via: Record<string, string>
  custom_payment_pages: { domain: string; url: string }[]
  /** ISO 8601. */
  expires_at: string
}

/** @param asked the `data` a client sent or Medusa kept: its `payment_system` may be anything */
export function sessionData(
  invoice: Invoice,
  sessionId: string,
  asked?: Readonly<Record<string, unknown>>
): SessionData {
  const payable = invoice.state === "pending"
  const system = payable ? knownSystem(invoice, asked?.["payment_system"]) : undefined
  return {
    session_id: sessionId,
    invoice_id: invoice.number,
    uuid: invoice.uuid,
    status: isConfirmed(invoice) ? "paid" : "pending",
    amount: Number(invoice.sessionAmount),
    currency_code: invoice.currencyCode,
    payment_url: payable ? (system?.address ?? invoice.paymentUrl) : null,
    payment_system: system?.key ?? null,
    pay_via: payable ? invoice.payVia : {},
    custom_payment_pages: payable ? invoice.customPaymentPages : [],
    expires_at: invoice.expiresAt.toISOString(),
  }
}

/** A payment system that the invoice has a page of; `payVia` holds none but addresses that are safe. */
function knownSystem({ payVia }: Invoice, key: unknown) {
  if (typeof key !== "string" || !Object.hasOwn(payVia, key)) return undefined
  const address = payVia[key]
  return address === undefined ? undefined : { key, address }
}
