import { readBy } from "./schema"

/** The service's integer id of an invoice (`_id`, `data.id`, `data.order_id`). */
export type InvoiceNumber = number & { readonly __brand: "InvoiceNumber" }

function isInvoiceNumber(value: number): value is InvoiceNumber {
  return Number.isSafeInteger(value) && value > 0
}

/**
 * Reads an invoice number: a positive safe integer, as number or text of digits (both are seen on
 * the wire: docs/service.md, 3.2). Undefined for everything else.
 */
export function parseInvoiceNumber(value: unknown): InvoiceNumber | undefined {
  const number = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === "number" && isInvoiceNumber(number) ? number : undefined
}

/** An invoice number inside an answer of the service. */
export const invoiceNumberSchema = readBy(parseInvoiceNumber, "an invoice number")
