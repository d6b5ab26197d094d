import type { IEventBusModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules, OrderWorkflowEvents } from "@medusajs/framework/utils"
import { loadPaymentContext } from "../../payment-context"
import { workflowScope } from "../scope"
import { forEach } from "./pages"

/**
 * Emits `order.placed` once more for paid orders whose event nobody heard: core releases it when its
 * workflow ends, so a process killed before that loses it, and with it the mail and the fulfilment.
 */
export async function checkUnheardOrders(container: MedusaContainer, since: Date): Promise<void> {
  const { books } = workflowScope(container).ledger
  // Those that stay unheard, such as of cancelled orders, are passed over; the others leave the list.
  const passed = { count: 0 }
  async function* unheard() {
    for (;;) {
      const page = await books.unheardOrders(since, passed.count)
      if (page.length === 0) return
      passed.count += page.length
      yield* page
    }
  }
  await forEach(unheard(), async (order) => {
    if (await emitPlaced(container, order)) passed.count -= 1
  })
}

/** @returns whether it was emitted */
async function emitPlaced(
  container: MedusaContainer,
  { ownerId, paymentCollectionId }: { ownerId: string; paymentCollectionId: string }
): Promise<boolean> {
  const scope = workflowScope(container)
  const { ledger, logger } = scope
  const context = await loadPaymentContext(scope, paymentCollectionId)
  if (!context?.order || context.order.canceled) return false
  logger.warn(
    `Nobody heard that order ${context.order.id} was placed, since a server stopped in that moment: order.placed is emitted once more.`
  )
  const events: IEventBusModuleService = container.resolve(Modules.EVENT_BUS)
  await events.emit({ name: OrderWorkflowEvents.PLACED, data: { id: context.order.id } })
  // Noted afterwards: a server that stops here lets a mail go out twice, and not never.
  await ledger.spending.notePlacedOrder(ownerId, context.order.id)
  return true
}
