import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules, OrderWorkflowEvents, PaymentEvents } from "@medusajs/framework/utils"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../modules/checkout-uz"
import { undoReturned } from "../workflows/resolve-hold"
import { settleInvoice } from "../workflows/settle-invoice"
import { collectionsOfOrder } from "../workflows/settle-invoice/order-collections"
import { settleScope } from "../workflows/settle-invoice/scope"

/**
 * What Medusa's own routes captured (`cart.complete`, its webhook address) ends as settled in the
 * ledger too. Money that was marked as given back in the same instant is undone there.
 */
export default async function settleCorePayments({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  for (const collectionId of await collectionsOf(container, event.name, event.data.id)) {
    for (const invoice of await ledger.findInvoicesOfCollection(collectionId)) {
      if (invoice.spentBySession === undefined) continue
      if (invoice.state === "returned") await undoReturned(container, invoice.id)
      if (invoice.state === "paid") await settleInvoice(container, invoice.id, { urgency: "now" })
    }
  }
}

async function collectionsOf(
  container: MedusaContainer,
  eventName: string,
  id: string
): Promise<string[]> {
  if (eventName === PaymentEvents.CAPTURED) {
    const payment: IPaymentModuleService = container.resolve(Modules.PAYMENT)
    const [row] = await payment.listPayments(
      { id: [id] },
      { select: ["id", "payment_collection_id"] }
    )
    return row ? [row.payment_collection_id] : []
  }
  return collectionsOfOrder(settleScope(container), id)
}

export const config: SubscriberConfig = {
  event: [OrderWorkflowEvents.PLACED, PaymentEvents.CAPTURED],
  context: { subscriberId: "checkout-uz-settle-core-payments" },
}
