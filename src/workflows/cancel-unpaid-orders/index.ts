import type { MedusaContainer } from "@medusajs/framework/types"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { settleInvoice } from "../settle-invoice"
import { workflowScope, type WorkflowScope } from "../scope"
import type { OrderFacts, UnpaidOrder } from "./eligibility"
import { loadUnpaidOrder } from "./load"
import { cancelDueOrders, type CancelDependencies, type CancelReport } from "./runner"
import { underOwnerLock } from "../../payment-context"

/** Who cancelled the order: a person reads it in the order's metadata. */
const CANCELED_BY = "medusa-payment-checkout-uz"

/** A run under way in this process: a slow service must not make them pile up. */
let isUnderWay = false

/**
 * Cancels orders that were placed before their payment and whose payment never came. Undefined
 * where that is left to the merchant, or a run is under way.
 */
export async function cancelUnpaidOrders(
  container: MedusaContainer
): Promise<CancelReport | undefined> {
  const scope = workflowScope(container)
  const { cancelAfterMinutes } = scope.ledger.options.unpaidOrders
  if (cancelAfterMinutes === null || isUnderWay) return undefined
  isUnderWay = true
  try {
    return await cancelDueOrders(dependenciesIn(scope), {
      cancelAfterMinutes,
      ourProviders: scope.ledger.providerEntries.map(({ providerId }) => providerId),
    })
  } finally {
    isUnderWay = false
  }
}

function dependenciesIn(scope: WorkflowScope): CancelDependencies {
  const { container, ledger, logger } = scope
  return {
    claim: (limit) => ledger.unpaidOrders.claim(limit),
    endReminder: (claim) => ledger.unpaidOrders.reschedule(claim, null),
    remindAt: (claim, at) => ledger.unpaidOrders.reschedule(claim, at),
    load: (collectionId) => loadUnpaidOrder(scope, collectionId),
    verify: (invoiceId) => ledger.requests.verify(invoiceId, { wait: true }),
    settle: ({ id }) => settleInvoice(container, id, { urgency: "now" }),
    cancel: (seen, mayStill) => cancelLocked(scope, seen, mayStill),
    inform: (message) => {
      logger.info(message)
    },
    warn: (message) => {
      logger.warn(message)
    },
  }
}

/**
 * INVARIANT: between the last reading and the cancellation no settlement captures: both happen under
 * the lock that core and the settlement take to capture for this owner.
 */
async function cancelLocked(
  scope: WorkflowScope,
  { collections, ownerId }: UnpaidOrder,
  mayStill: (last: UnpaidOrder) => boolean
): Promise<boolean> {
  const [first] = collections
  if (!first) return false
  return underOwnerLock(scope, ownerId, async () => {
    const last = await loadUnpaidOrder(scope, first.collectionId)
    if (!last.order || last.ownerId !== ownerId || !mayStill(last)) return false
    await cancelOrderWorkflow(scope.container).run({
      input: { order_id: last.order.id, canceled_by: CANCELED_BY },
    })
    await leaveTrace(scope, last.order)
    return true
  })
}

/** Core keeps no name of who cancelled an order, so that the merchant finds it in the metadata. */
async function leaveTrace({ order }: WorkflowScope, { id, metadata }: OrderFacts): Promise<void> {
  await order.updateOrders(id, {
    metadata: { ...metadata, canceled_by: CANCELED_BY, canceled_because: "unpaid" },
  })
}
