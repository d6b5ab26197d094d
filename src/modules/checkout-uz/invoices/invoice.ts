import { z } from "zod"
import { invoiceNumberSchema, uzsSchema } from "../../../client"
import { blockerColumns, blockerOf } from "./blocker"
import { INVOICE_STATES } from "./states"
import { readPlannedRows, readRows, type Bindings, type Sql } from "../database"

/** The columns of a part of a payment. */
const partColumns = {
  partPosition: z.number().optional(),
  partCount: z.number().optional(),
  planAmount: uzsSchema.optional(),
}

const columnsSchema = z.object({
  id: z.string(),
  serviceUrl: z.string(),
  cashDesk: z.string(),
  /** A name for the API key the invoice was made with. */
  keyFingerprint: z.string(),
  number: invoiceNumberSchema,
  uuid: z.string(),
  state: z.enum(INVOICE_STATES),
  ...blockerColumns,
  providerId: z.string(),
  paymentCollectionId: z.string(),
  /** The cart the invoice was made for, if there was one. */
  cartId: z.string().optional(),
  /** What the merchant knows it by, as far as there is any. */
  orderId: z.string().optional(),
  orderNumber: z.number().optional(),
  email: z.string().optional(),
  customerName: z.string().optional(),
  customerPhone: z.string().optional(),
  currencyCode: z.string(),
  /** What Medusa is told, in UZS. */
  sessionAmount: uzsSchema,
  /** What the service's answer must match, in UZS. */
  invoiceAmount: uzsSchema,
  /** What the service said was paid, once that was another amount. */
  paidAmount: uzsSchema.optional(),
  ...partColumns,
  returnAddress: z.string(),
  paymentUrl: z.string(),
  payVia: z.record(z.string(), z.string()),
  customPaymentPages: z.array(z.object({ domain: z.string(), url: z.string() })),
  createdAt: z.date(),
  expiresAt: z.date(),
  webhookToken: z.string(),
  paymentSystem: z.string().optional(),
  requestedAt: z.date().optional(),
  answeredAt: z.date().optional(),
  answeredStatus: z.string().optional(),
  spentBySession: z.string().optional(),
  /** Its place among the invoices which that session has spent. */
  spentPosition: z.number(),
  /** Whom its money is for; see `../models/owner`. */
  ownerId: z.string().optional(),
  settleAttempts: z.number(),
  /** Since when it is paid and not booked. */
  waitingSince: z.date().optional(),
  /** From when the merchant has to see it, where a part waits for the others. */
  heldFrom: z.date().optional(),
  nextCheckAt: z.date().optional(),
  /** Since when the service says that it does not know this invoice. */
  unknownSince: z.date().optional(),
  /** Why it could not be verified or settled the last time. */
  lastError: z.string().optional(),
  /** The service's own text for the time of payment; its time zone is unknown. */
  paidAtText: z.string().optional(),
  /** When the service first confirmed the money to us. */
  paidAt: z.date().optional(),
  settledAt: z.date().optional(),
  /**
   * When this row was read, by the database's clock.
   *
   * INVARIANT: a time that decides something is compared with this, never with a server's clock.
   */
  readAt: z.date(),
})

/** Reads a row with the columns of `INVOICE_COLUMNS`. */
export const invoiceSchema = columnsSchema.transform(
  ({
    blocker,
    blockerFacts,
    blockerSince,
    partPosition: position,
    partCount: count,
    planAmount,
    ...columns
  }) => ({
    ...columns,
    /** Which part of a payment it is; undefined where it is a payment by itself. */
    part:
      position === undefined || count === undefined || planAmount === undefined
        ? undefined
        : { position, count, planAmount },
    /** Why its paid money is not booked yet, as far as is known. */
    blocker: blockerOf({ blocker, blockerFacts, blockerSince }),
  })
)

/** An invoice as the ledger knows it. */
export type Invoice = z.infer<typeof invoiceSchema>

/** What a statement has to select, or return, of an invoice: its columns and the database's time. */
export const INVOICE_COLUMNS = "i.*, clock_timestamp() AS read_at"

/** Runs one statement whose rows are invoices, with the columns of `INVOICE_COLUMNS`. */
export function invoicesOf(sql: Sql, statement: string, bindings: Bindings): Promise<Invoice[]> {
  return readRows(sql, statement, bindings, invoiceSchema)
}

/** The same of a statement that is run all the time, always with this text. */
export function plannedInvoicesOf(
  sql: Sql,
  statement: string,
  bindings: Bindings
): Promise<Invoice[]> {
  return readPlannedRows(sql, statement, bindings, invoiceSchema)
}

/** Whether the invoice's lifetime is over. */
export function isExpired({ expiresAt, readAt }: Pick<Invoice, "expiresAt" | "readAt">): boolean {
  return expiresAt <= readAt
}
