import { MathBN, MedusaError, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflowId, processPaymentWorkflowId } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import type { Invoice } from "../../modules/checkout-uz"
import { readHome, type Home } from "../../providers/checkout-uz/home"
import { dropPromises } from "./drop-promises"
import { labelHome } from "./label-home"
import { underHomeLock, type SettleScope } from "./scope"
import { findShortage } from "./stock"

const workflowResultSchema = z.object({
  errors: z.array(z.object({ error: z.unknown() })).nullish(),
})
const failureSchema = z.object({ message: z.string(), type: z.string().optional() })

/**
 * Has core complete a paid cart. It authorizes last, so nothing is captured when stock or anything
 * else fails.
 *
 * @returns what stood in the way, or undefined
 */
export async function completeCart(scope: SettleScope, cartId: string): Promise<Error | undefined> {
  const shortage = await findShortage(scope, cartId)
  if (shortage !== undefined) {
    return new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `"${shortage}" is out of stock, so the paid order cannot be placed yet.`
    )
  }
  return runWorkflow(scope, completeCartWorkflowId, { id: cartId })
}

/**
 * Has core capture the payment of a session, and add an order transaction that is missing. It
 * changes nothing where all is well.
 */
export async function finishPayment(
  scope: SettleScope,
  sessionId: string,
  invoice: Invoice
): Promise<Error | undefined> {
  return runWorkflow(scope, processPaymentWorkflowId, {
    action: "captured",
    data: { session_id: sessionId, amount: invoice.sessionAmount },
  })
}

async function runWorkflow(
  { container }: SettleScope,
  workflowId: string,
  input: Record<string, unknown>
): Promise<Error | undefined> {
  const engine = container.resolve(Modules.WORKFLOW_ENGINE)
  const result: unknown = await engine.run(workflowId, { input, throwOnError: false })
  const [failure] = workflowResultSchema.parse(result).errors ?? []
  if (!failure) return undefined
  return asError(failure.error, workflowId)
}

/** The workflow engine hands errors on as plain objects; Medusa's types say which HTTP status they are. */
function asError(thrown: unknown, workflowId: string): Error {
  if (thrown instanceof Error) return thrown
  const { data: error } = failureSchema.safeParse(thrown)
  if (!error) return new Error(`${workflowId} failed: ${String(thrown)}`)
  if (error.type === undefined) return new Error(error.message)
  return new MedusaError(error.type, error.message)
}

/**
 * Looks whether everything stands, and only then calls the invoice settled: our payment is
 * captured, the order is there and not cancelled, and the order has the capture's transaction.
 * Under the home's lock, where a completion that is being rolled back is never seen half done.
 */
export async function settleIfStanding(
  scope: SettleScope,
  invoiceId: string
): Promise<Invoice | undefined> {
  const invoice = await scope.ledger.findInvoice(invoiceId)
  if (!invoice || invoice.state === "settled") return invoice
  if (invoice.spentBySession === undefined) return undefined
  return underHomeLock(scope, invoice.paymentCollectionId, () => settleLocked(scope, invoiceId))
}

async function settleLocked(scope: SettleScope, invoiceId: string): Promise<Invoice | undefined> {
  const { ledger, query } = scope
  const invoice = await ledger.findInvoice(invoiceId)
  if (!invoice || invoice.state === "settled") return invoice
  const sessionId = invoice.spentBySession
  if (sessionId === undefined) return undefined
  const home = await readHome(query, invoice.paymentCollectionId)
  // INVARIANT: settled means that a captured payment, and where a cart was an order, stands.
  if (!home || !(await stands(scope, home, invoice, sessionId))) return undefined
  const settled = await ledger.spending.settle(invoiceId, sessionId)
  await dropPromises(scope, home)
  if (settled) await labelHome(scope, home)
  return settled
}

async function stands(
  { order }: SettleScope,
  home: Home,
  invoice: Invoice,
  sessionId: string
): Promise<boolean> {
  const payment = home.payments.find((row) => row.sessionId === sessionId)
  if (!payment || payment.canceled) return false
  if (!MathBN.eq(payment.captured, invoice.sessionAmount)) return false
  if (!home.order) return !home.cart && payment.net === payment.captured
  if (home.order.canceled) return payment.net === "0"
  const transactions = await order.listOrderTransactions(
    { order_id: home.order.id, reference: "capture", reference_id: payment.captureIds },
    { select: ["id", "reference_id"] }
  )
  const booked = new Set(transactions.map(({ reference_id }) => reference_id))
  return payment.captureIds.every((id) => booked.has(id))
}
