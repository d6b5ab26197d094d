import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type {
  IPaymentModuleService,
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  Modules,
  OrderWorkflowEvents,
  PaymentEvents,
} from "@medusajs/framework/utils"
import { z } from "zod"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../modules/checkout-uz"
import { settleInvoice } from "../workflows/settle-invoice"

/**
 * What Medusa's own routes captured (`cart.complete`, its webhook address) ends as settled in the
 * ledger too.
 */
export default async function settleCorePayments({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  for (const collectionId of await collectionsOf(container, event.name, event.data.id)) {
    for (const invoice of await ledger.findInvoicesOfCollection(collectionId)) {
      if (invoice.state !== "paid" || invoice.spentBySession === undefined) continue
      await settleInvoice(container, invoice.id, { urgency: "now" })
    }
  }
}

const orderSchema = z.array(
  z.object({ payment_collections: z.array(z.object({ id: z.string() }).nullable()).nullish() })
)

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
  const query: Omit<RemoteQueryFunction, symbol> = container.resolve(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "order",
    fields: ["payment_collections.id"],
    filters: { id },
  })
  return orderSchema
    .parse(data)
    .flatMap((order) => (order.payment_collections ?? []).flatMap((row) => row?.id ?? []))
}

export const config: SubscriberConfig = {
  event: [OrderWorkflowEvents.PLACED, PaymentEvents.CAPTURED],
  context: { subscriberId: "checkout-uz-settle-core-payments" },
}
