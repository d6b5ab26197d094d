import { z } from "zod"
import { invoiceNumberSchema, uzsSchema, type InvoiceNumber, type Uzs } from "../../../client"
import { blockerColumns, blockerOf, type Blocker } from "./blocker"
import { INVOICE_STATES, type InvoiceState } from "./states"

/** An invoice as the ledger knows it. */
export type Invoice = {
  id: string
  serviceUrl: string
  cashDesk: string
  /** A name for the API key the invoice was made with. */
  keyFingerprint: string
  number: InvoiceNumber
  uuid: string
  state: InvoiceState
  /** Why its paid money stands on nothing yet, as far as is known. */
  blocker: Blocker | undefined
  providerId: string
  paymentCollectionId: string
  /** The cart the invoice was made for, if there was one. */
  cartId: string | undefined
  /** What the merchant knows it by, as far as there is any. */
  orderId: string | undefined
  orderNumber: number | undefined
  email: string | undefined
  currencyCode: string
  /** What Medusa is told, in UZS. */
  sessionAmount: Uzs
  /** What the service's answer must match, in UZS. */
  invoiceAmount: Uzs
  /** What the service said was paid, once that was another amount. */
  paidAmount: Uzs | undefined
  returnAddress: string
  paymentUrl: string
  payVia: Record<string, string>
  customPaymentPages: { domain: string; url: string }[]
  createdAt: Date
  expiresAt: Date
  webhookToken: string
  paymentSystem: string | undefined
  requestedAt: Date | undefined
  answeredAt: Date | undefined
  answeredStatus: string | undefined
  spentBySession: string | undefined
  /** Whom its money is for; see `../models/owner`. */
  ownerId: string | undefined
  settleAttempts: number
  /** Since when it is paid and stands on nothing. */
  waitingSince: Date | undefined
  nextCheckAt: Date | undefined
  /** Since when the service says that it does not know this invoice. */
  unknownSince: Date | undefined
  /** Why it could not be asked about or settled the last time. */
  lastError: string | undefined
  /** The service's own text for the time of payment; its time zone is unknown. */
  paidAtText: string | undefined
  /** When a webhook first told of it. */
  notifiedAt: Date | undefined
  /** When the service first confirmed the money to us. */
  paidAt: Date | undefined
  settledAt: Date | undefined
  /**
   * When this row was read, by the database's clock.
   *
   * INVARIANT: a time that decides something is compared with this, never with a server's clock.
   */
  readAt: Date
}

const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullable().transform((value) => value ?? undefined)

const invoiceRowSchema = z
  .object({
    id: z.string(),
    service_url: z.string(),
    cash_desk: z.string(),
    key_fingerprint: z.string(),
    number: invoiceNumberSchema,
    uuid: z.string(),
    state: z.enum(INVOICE_STATES),
    ...blockerColumns,
    provider_id: z.string(),
    payment_collection_id: z.string(),
    cart_id: optional(z.string()),
    order_id: optional(z.string()),
    order_number: optional(z.number()),
    email: optional(z.string()),
    currency_code: z.string(),
    session_amount: uzsSchema,
    invoice_amount: uzsSchema,
    paid_amount: optional(uzsSchema),
    return_address: z.string(),
    payment_url: z.string(),
    pay_via: z.record(z.string(), z.string()),
    custom_payment_pages: z.array(z.object({ domain: z.string(), url: z.string() })),
    created_at: z.date(),
    expires_at: z.date(),
    webhook_token: z.string(),
    payment_system: optional(z.string()),
    requested_at: optional(z.date()),
    answered_at: optional(z.date()),
    answered_status: optional(z.string()),
    spent_by_session: optional(z.string()),
    owner_id: optional(z.string()),
    settle_attempts: z.number(),
    waiting_since: optional(z.date()),
    next_check_at: optional(z.date()),
    unknown_since: optional(z.date()),
    last_error: optional(z.string()),
    paid_at_text: optional(z.string()),
    paid_at: optional(z.date()),
    notified_at: optional(z.date()),
    settled_at: optional(z.date()),
    read_at: z.date(),
  })
  .transform((row): Invoice => ({
    id: row.id,
    serviceUrl: row.service_url,
    cashDesk: row.cash_desk,
    keyFingerprint: row.key_fingerprint,
    number: row.number,
    uuid: row.uuid,
    state: row.state,
    blocker: blockerOf(row),
    providerId: row.provider_id,
    paymentCollectionId: row.payment_collection_id,
    cartId: row.cart_id,
    orderId: row.order_id,
    orderNumber: row.order_number,
    email: row.email,
    currencyCode: row.currency_code,
    sessionAmount: row.session_amount,
    invoiceAmount: row.invoice_amount,
    paidAmount: row.paid_amount,
    returnAddress: row.return_address,
    paymentUrl: row.payment_url,
    payVia: row.pay_via,
    customPaymentPages: row.custom_payment_pages,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    webhookToken: row.webhook_token,
    paymentSystem: row.payment_system,
    requestedAt: row.requested_at,
    answeredAt: row.answered_at,
    answeredStatus: row.answered_status,
    spentBySession: row.spent_by_session,
    ownerId: row.owner_id,
    settleAttempts: row.settle_attempts,
    waitingSince: row.waiting_since,
    nextCheckAt: row.next_check_at,
    unknownSince: row.unknown_since,
    lastError: row.last_error,
    paidAtText: row.paid_at_text,
    paidAt: row.paid_at,
    notifiedAt: row.notified_at,
    settledAt: row.settled_at,
    readAt: row.read_at,
  }))

/** What a statement has to select, or return, of an invoice: its columns and the database's time. */
export const INVOICE_COLUMNS = "i.*, clock_timestamp() AS read_at"

/** Whether the invoice's lifetime is over. */
export function isExpired({ expiresAt, readAt }: Pick<Invoice, "expiresAt" | "readAt">): boolean {
  return expiresAt <= readAt
}

/** Reads rows of `checkout_uz_invoice` as the database driver returns them. */
export function parseInvoiceRows(rows: unknown): Invoice[] {
  return z.array(invoiceRowSchema).parse(rows)
}
