import { z } from "zod"
import { parseInvoiceNumber } from "./invoice-number"
import { parseUzs } from "./money"
import { isRecord, ownField, textOrUndefined } from "./schema"
import type { PaymentStatusRecord } from "./types"

function readRecord(value: unknown): PaymentStatusRecord | undefined {
  const number = parseInvoiceNumber(ownField(value, "id"))
  const amount = parseUzs(ownField(value, "amount"))
  const status = ownField(value, "status")
  if (number === undefined || amount === undefined || typeof status !== "string") return undefined
  const createdAt = textOrUndefined(ownField(value, "created_at"))
  const paidAt = textOrUndefined(ownField(value, "paid_at"))
  return { number, amount, status, createdAt, paidAt }
}

/** Why {@link readRecord} could not read it. */
function problemOf(value: unknown): { path: string[]; message: string } {
  if (!isRecord(value)) return { path: [], message: "expected an object" }
  if (parseInvoiceNumber(ownField(value, "id")) === undefined) {
    return { path: ["id"], message: "expected an invoice number" }
  }
  if (parseUzs(ownField(value, "amount")) === undefined) {
    return { path: ["amount"], message: "expected an amount in UZS" }
  }
  return { path: ["status"], message: "expected a text" }
}

/**
 * A payment status record, in documented and in observed wire types (docs/service.md, 3.2). A history has many, so that
 * it is one step of zod's and not one for each field.
 */
export const statusRecordSchema = z
  .unknown()
  .optional()
  .transform((value, context): PaymentStatusRecord => {
    const record = readRecord(value)
    if (record !== undefined) return record
    context.addIssue({ code: "custom", ...problemOf(value) })
    return z.NEVER
  })
