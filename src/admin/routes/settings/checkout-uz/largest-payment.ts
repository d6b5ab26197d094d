import { MAX_INVOICE_AMOUNT } from "../../../../client/money"
import { formatUzs } from "../../../lib/format"
import type { Language } from "../../../lib/language"

/** The largest amount that so many parts can pay, in words. */
export function largestPayment(parts: number, language: Language): string {
  return formatUzs(parts * Number(MAX_INVOICE_AMOUNT), language)
}
