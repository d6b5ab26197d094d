import { z } from "zod"
import { invoiceNumberSchema } from "./invoice-number"
import { uzsSchema } from "./money"
import { optionalTextSchema } from "./schema"

/** A payment status record, in documented and in observed wire types (docs/service.md, 3.2). */
export const statusRecordSchema = z
  .object({
    id: invoiceNumberSchema,
    amount: uzsSchema,
    status: z.string(),
    created_at: optionalTextSchema,
    paid_at: optionalTextSchema,
  })
  .transform((record) => ({
    number: record.id,
    amount: record.amount,
    status: record.status,
    createdAt: record.created_at,
    paidAt: record.paid_at,
  }))
