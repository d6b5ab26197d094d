import {
  isConfirmed,
  type Counted,
  type Invoice,
  type PluginOptions,
} from "../../modules/checkout-uz"
import { isInParts, planRest, type Plan } from "../../payment-context"

/** How far a payment in parts has come. Amounts in UZS, for the eye. */
export type PartsProgress = {
  /** In how many parts it is paid, */
  of: number
  /** how many of them have come, */
  paid: number
  /** and what these come to. */
  paid_amount: number
  /** What the part that is due comes to; null where all have come. */
  amount: number | null
}

/**
 * The `data` of a payment session. It is public: the store API returns it to the browser. Every
 * key is given a value of ours, since Medusa lays ours over what the client sent.
 */
export type SessionData = {
  session_id: string
  /** The number at the service of the invoice that is due, or was paid last. */
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
  /** Null for a payment by a single invoice. */
  parts: PartsProgress | null
}

/** An invoice with how far its payment has come. */
export type HandedOut = { invoice: Invoice; progress: PartsProgress | undefined }

/**
 * How far the payment of some money has come; undefined for one by a single invoice.
 *
 * @param money what counts of the invoices of a session
 */
export function progressOf(
  money: Counted,
  options: Pick<PluginOptions, "amountRounding">
): PartsProgress | undefined {
  const plan = planRest(money, options)
  return isInParts(plan, money) ? presentPlan(plan) : undefined
}

function presentPlan({ of, paid, paidAmount, due }: Plan): PartsProgress {
  return {
    of,
    paid,
    paid_amount: Number(paidAmount),
    amount: due ? Number(due.share) : null,
  }
}

/** @param asked the `data` a client sent or Medusa kept: its `payment_system` may be anything */
export function sessionData(
  { invoice, progress }: HandedOut,
  sessionId: string,
  asked?: Readonly<Record<string, unknown>>
): SessionData {
  const payable = invoice.state === "pending"
  const system = payable ? knownSystem(invoice, asked?.["payment_system"]) : undefined
  return {
    session_id: sessionId,
    invoice_id: invoice.number,
    uuid: invoice.uuid,
    status: isPaid({ invoice, progress }) ? "paid" : "pending",
    amount: Number(invoice.part?.planAmount ?? invoice.sessionAmount),
    currency_code: invoice.currencyCode,
    payment_url: payable ? (system?.address ?? invoice.paymentUrl) : null,
    payment_system: system?.key ?? null,
    pay_via: payable ? invoice.payVia : {},
    custom_payment_pages: payable ? invoice.customPaymentPages : [],
    expires_at: invoice.expiresAt.toISOString(),
    parts: progress ?? null,
  }
}

/** INVARIANT: a payment in parts is paid once all of them are, and not with the invoice that was due last. */
export function isPaid({ invoice, progress }: HandedOut): boolean {
  return invoice.part ? progress?.amount === null : isConfirmed(invoice)
}

/** A payment system that the invoice has a page of; `payVia` holds none but addresses that are safe. */
function knownSystem({ payVia }: Invoice, key: unknown) {
  if (typeof key !== "string" || !Object.hasOwn(payVia, key)) return undefined
  const address = payVia[key]
  return address === undefined ? undefined : { key, address }
}
