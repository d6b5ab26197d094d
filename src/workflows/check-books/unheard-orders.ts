import type { IEventBusModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules, OrderWorkflowEvents } from "@medusajs/framework/utils"
import { readHome } from "../../providers/checkout-uz/home"
import { settleScope } from "../settle-invoice/scope"

/** Orders looked at in one comparison. */
const LIMIT = 200

/**
 * Emits `order.placed` once more for paid orders whose event nobody heard: core releases it when its
 * workflow ends, so a process killed before that loses it, and with it the mail and the fulfilment.
 */
export async function checkUnheardOrders(container: MedusaContainer, since: Date): Promise<void> {
  const { ledger, logger, query } = settleScope(container)
  const events: IEventBusModuleService = container.resolve(Modules.EVENT_BUS)
  for (const { ownerId, paymentCollectionId } of await ledger.books.unheardOrders(since, LIMIT)) {
    const home = await readHome(query, paymentCollectionId)
    if (!home?.order || home.order.canceled) continue
    logger.warn(
      `Nobody heard that order ${home.order.id} was placed, since a server stopped in that moment: order.placed is emitted once more.`
    )
    await events.emit({ name: OrderWorkflowEvents.PLACED, data: { id: home.order.id } })
    // Noted afterwards: a server that stops here lets a mail go out twice, and not never.
    await ledger.spending.notePlacedOrder(ownerId, home.order.id)
  }
}
