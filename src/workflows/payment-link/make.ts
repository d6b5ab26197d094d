import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { problemCodeSchema, type AdminRefusal, type Problem } from "../../contract"
import { isOvertakenStart, LockTaken } from "../../payment-context"
import type { WorkflowScope } from "../scope"
import { createOrderCollection } from "../settle-invoice/fresh-collection"
import { collectionForLink, needlessSessions, type LinkRules } from "./eligibility"
import type { LinkContext } from "./load"

export type LinkStart =
  | { kind: "started"; sessionId: string }
  | { kind: "refused"; code: AdminRefusal; message: string }
  | { kind: "failed"; problem: Problem }

/**
 * Starts a payment session over what is open on the order, in a payment collection that nobody else
 * pays into, and takes the order's other links back. Call it under the order's lock.
 */
export async function startLink(
  scope: WorkflowScope,
  facts: LinkContext,
  providerId: string,
  rules: LinkRules
): Promise<LinkStart> {
  const collectionId = await collectionFor(scope, facts, rules)
  const start = await startSession(scope, { collectionId, providerId, data: {} })
  if (start.kind !== "started") return start
  for (const id of needlessSessions(facts, collectionId, rules)) {
    await scope.payment.deletePaymentSession(id)
  }
  return start
}

async function collectionFor(
  scope: WorkflowScope,
  facts: LinkContext,
  rules: LinkRules
): Promise<string> {
  const { order } = facts
  const found = collectionForLink(facts, rules)
  if (!found) {
    const asked = { amount: order.open, currency_code: order.currencyCode }
    return createOrderCollection(scope, order.id, asked)
  }
  if (found.amount !== order.open) {
    await scope.payment.updatePaymentCollections(found.collectionId, { amount: order.open })
  }
  return found.collectionId
}

// A workflow's errors are plain objects.
const messageSchema = z.object({ message: z.string() })
const refusalSchema = messageSchema.extend({
  type: z.enum(["not_allowed", "invalid_data", "unexpected_state"]),
  code: z.unknown().optional(),
})

type StartedIn = { collectionId: string; providerId: string; data: Record<string, unknown> }

/** What the provider calls what has changed since the order was looked at. */
const CODES: ReadonlyMap<unknown, AdminRefusal> = new Map([
  ["order_canceled", "order_canceled"],
  ["currency_not_taken", "other_currency"],
  ["already_paid", "nothing_open"],
])

/** Starts a session in a collection; where the provider refuses, it says why in one message. */
export async function startSession(
  { container }: WorkflowScope,
  { collectionId, providerId, data }: StartedIn
): Promise<LinkStart> {
  try {
    const { result } = await createPaymentSessionsWorkflow(container).run({
      input: { payment_collection_id: collectionId, provider_id: providerId, data },
    })
    return { kind: "started", sessionId: result.id }
  } catch (error) {
    const overtaken = messageSchema.safeParse(error)
    if (overtaken.success && isOvertakenStart(overtaken.data.message)) {
      return { kind: "refused", code: "in_progress", message: LockTaken.MESSAGE }
    }
    const refusal = refusalSchema.safeParse(error)
    if (!refusal.success) throw error
    const { message, code, type } = refusal.data
    const known = problemCodeSchema.safeParse(code)
    if (known.success) return { kind: "failed", problem: { code: known.data, message } }
    if (type === "unexpected_state") {
      return { kind: "failed", problem: { code: "service_failed", message } }
    }
    return { kind: "refused", code: CODES.get(code) ?? "not_possible", message }
  }
}
