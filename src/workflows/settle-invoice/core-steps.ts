import { MedusaError, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflowId, processPaymentWorkflowId } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import type { Uzs } from "../../client"
import type { WorkflowScope } from "../scope"

const workflowResultSchema = z.object({
  errors: z.array(z.object({ error: z.unknown().optional() })).nullish(),
})
const failureSchema = z.object({ message: z.string(), type: z.string().optional() })

/**
 * Has core complete a paid cart. It authorizes last, so nothing is captured when stock or anything
 * else fails.
 *
 * @returns what stood in the way, or undefined
 */
export function completeCart(scope: WorkflowScope, cartId: string): Promise<Error | undefined> {
  return runWorkflow(scope, completeCartWorkflowId, { id: cartId })
}

/**
 * Has core capture the payment of a session over an amount in UZS, and add an order transaction that is missing. It
 * changes nothing where all is well.
 */
export function finishPayment(
  scope: WorkflowScope,
  sessionId: string,
  amount: Uzs
): Promise<Error | undefined> {
  return runWorkflow(scope, processPaymentWorkflowId, {
    action: "captured",
    data: { session_id: sessionId, amount },
  })
}

/** Core keeps this workflow to itself, under this name. */
const CREATE_CREDIT_LINES = "create-order-refund-credit-lines"

/**
 * Has core lower what an order asks for by an amount in UZS, as it does when it refunds a payment.
 *
 * @throws what stood in the way
 */
export async function addCreditLine(
  scope: WorkflowScope,
  orderId: string,
  amount: string
): Promise<void> {
  const failure = await runWorkflow(scope, CREATE_CREDIT_LINES, { order_id: orderId, amount })
  if (failure) throw failure
}

async function runWorkflow(
  { container }: WorkflowScope,
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
