import type { MedusaContainer } from "@medusajs/framework/types"
import type { z } from "zod"
import { CheckoutUzError } from "../../client"
import type { receiptAnswerSchema } from "../../contract"
import { OPEN_STATES, serviceProblem } from "../../modules/checkout-uz"
import { workflowScope } from "../scope"
import { receiptRows } from "./receipt-rows"

type Receipt = z.output<typeof receiptAnswerSchema>

/**
 * The fiscal receipt of a confirmed invoice (`POST /get_fiscal`), which appears some time after the
 * payment, if at all.
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
  if (OPEN_STATES.includes(invoice.state)) return { receipt: null, problem: null }
  try {
    return { receipt: receiptRows(await ledger.requests.fiscalOf(invoice)), problem: null }
  } catch (error) {
    const problem = serviceProblem(error, invoice.cashDesk)
    if (!problem) throw error
    if (error instanceof CheckoutUzError) ledger.reportServiceFailure(error)
    return { receipt: null, problem }
  }
}
