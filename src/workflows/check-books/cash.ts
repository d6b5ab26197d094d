import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  BY_HAND,
  loadPaymentContext,
  underOwnerLock,
  type ContextPayment,
} from "../../payment-context"
import { noticeOverpaid } from "../settle-invoice/conclude"
import { reinstate } from "../settle-invoice/square-order"
import { workflowScope, type WorkflowScope } from "../scope"
import { forEach, pagesSince } from "./pages"

const capturesSchema = z.array(
  z.object({ payment: z.object({ payment_collection_id: z.string() }) })
)

/**
 * Looks at cash that was captured beside a payment of ours: core takes no lock of the order's for it. It does
 * not stay cancelled for that payment, and the merchant is told of an order that was paid too much.
 */
export async function checkCash(container: MedusaContainer, since: Date): Promise<void> {
  const scope = workflowScope(container)
  const pages = pagesSince(
    scope,
    "capture",
    ["id", "payment.payment_collection_id"],
    { payment: { provider_id: BY_HAND } },
    { column: "created_at", moment: since }
  )
  await forEach(pages, async (page) => {
    const captures = capturesSchema.parse(page)
    const collections = new Set(captures.map(({ payment }) => payment.payment_collection_id))
    await forEach(collections, (id) => checkCollection(scope, id))
  })
}

async function checkCollection(scope: WorkflowScope, collectionId: string): Promise<void> {
  const context = await loadPaymentContext(scope, collectionId)
  if (!context?.order) return
  const { collections, ownerId } = context
  const ids = collections.map((collection) => collection.collectionId)
  const invoices = await scope.ledger.invoices.ofCollections(ids)
  if (invoices.length === 0) return
  if (context.payments.some(isCanceledCash)) {
    await underOwnerLock(scope, ownerId, () => reinstateCash(scope, collectionId))
  }
  const settled = invoices.findLast(({ state }) => state === "settled")
  if (settled) await noticeOverpaid(scope, context, settled)
}

async function reinstateCash(scope: WorkflowScope, collectionId: string): Promise<void> {
  const context = await loadPaymentContext(scope, collectionId)
  for (const { id } of context?.payments.filter(isCanceledCash) ?? []) await reinstate(scope, id)
}

/** Core cancels nothing that is captured, and neither do we, but for a capture in that moment. */
function isCanceledCash({ providerId, canceled, captured, amount }: ContextPayment): boolean {
  return canceled && providerId === BY_HAND && MathBN.gte(captured, amount)
}
