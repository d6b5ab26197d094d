import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { CheckoutUzError } from "../../client"
import { receiptRowSchema, type receiptAnswerSchema, type ReceiptRow } from "../../contract"
import {
  OPEN_STATES,
  serviceProblem,
  type CheckoutUzModuleService,
  type Invoice,
} from "../../modules/checkout-uz"
import { workflowScope } from "../scope"
import { receiptRows } from "./receipt-rows"

type Receipt = z.output<typeof receiptAnswerSchema>

/** The receipt of an invoice that was read before; undefined where none was. */
export async function keptReceipt(
  ledger: CheckoutUzModuleService,
  invoiceId: string
): Promise<ReceiptRow[] | undefined> {
  return z.array(receiptRowSchema).safeParse(await ledger.receipts.of(invoiceId)).data
}

/**
 * Asks the service for the fiscal receipt of an invoice (`POST /get_fiscal`), which appears some time
 * after the payment, if at all, and keeps it.
 *
 * @returns null where there is none yet; a problem where the service could not be asked
 */
export async function requestReceipt(
  ledger: CheckoutUzModuleService,
  invoice: Invoice
): Promise<Receipt> {
  try {
    const receipt = receiptRows(await ledger.requests.fiscalOf(invoice))
    if (receipt) await ledger.receipts.keep(invoice.id, receipt)
    return { receipt, problem: null }
  } catch (error) {
    const problem = serviceProblem(error, invoice.cashDesk)
    if (!problem) throw error
    if (error instanceof CheckoutUzError) ledger.reportServiceFailure(error)
    return { receipt: null, problem }
  }
}

/**
 * The fiscal receipt of a confirmed invoice, for the merchant.
 *
 * @returns undefined for an unknown invoice
 */
export async function receiptOf(
  container: MedusaContainer,
  invoiceId: string
): Promise<Receipt | undefined> {
  const { ledger } = workflowScope(container)
  const invoice = await ledger.invoices.find(invoiceId)
  if (!invoice) return undefined
  const kept = await keptReceipt(ledger, invoice.id)
  if (kept) return { receipt: kept, problem: null }
  if (OPEN_STATES.includes(invoice.state)) return { receipt: null, problem: null }
  return requestReceipt(ledger, invoice)
}
