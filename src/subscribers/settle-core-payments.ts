import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Modules, PaymentEvents } from "@medusajs/framework/utils"
import { withTables } from "../workflows/missing-tables"
import { undoReturned } from "../workflows/return-money"
import { settleInvoice } from "../workflows/settle-invoice"
import { workflowScope } from "../workflows/scope"

/**
 * What Medusa's own routes captured (`cart.complete`, the admin) ends as settled in the ledger too.
 * Money that was given back in the same instant is undone there.
 */
export default async function settleCorePayments({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await withTables(container, () => settlePayment(container, event.data.id))
}

async function settlePayment(container: MedusaContainer, paymentId: string): Promise<void> {
  const { ledger } = workflowScope(container)
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const [payment] = await payments.listPayments(
    { id: [paymentId] },
    { select: ["id", "payment_collection_id"] }
  )
  if (!payment) return
  for (const invoice of await ledger.invoices.ofCollections([payment.payment_collection_id])) {
    if (invoice.spentBySession === undefined) continue
    if (invoice.state === "returned") await undoReturned(container, invoice)
    if (invoice.state === "paid") await settleInvoice(container, invoice.id, { urgency: "now" })
  }
}

export const config: SubscriberConfig = {
  event: PaymentEvents.CAPTURED,
  context: { subscriberId: "checkout-uz-settle-core-payments" },
}
