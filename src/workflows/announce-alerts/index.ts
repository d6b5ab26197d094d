import type { IEventBusModuleService, Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  CHECKOUT_UZ_MODULE,
  reasonOf,
  type Alert,
  type CheckoutUzModuleService,
} from "../../modules/checkout-uz"
import { readHome } from "../../providers/checkout-uz/home"
import { ringBell } from "./bell"
import { CheckoutUzEvents, type AlertEvent } from "./event"

/**
 * Tells the merchant what waits to be told: an event for each alert, and the admin's bell. An alert
 * whose event could not be emitted waits for the next time; the bell is only ever rung beside it.
 */
export async function announceAlerts(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const events: IEventBusModuleService = container.resolve(Modules.EVENT_BUS)
  const failures = await ledger.attention
    .tellWaiting(async (alert) => {
      const data = await describe(container, alert)
      await events.emit({ name: CheckoutUzEvents[alert.kind], data })
      await ringBell(container, alert, data)
    })
    .catch((error: unknown) => [error])
  // What they are about stands in the database; only the telling waits.
  for (const error of failures) {
    logger.error(`An alert about payments could not be told and is tried again: ${reasonOf(error)}`)
  }
}

async function describe(container: MedusaContainer, alert: Alert): Promise<AlertEvent> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const invoice =
    alert.invoiceId === undefined ? undefined : await ledger.findInvoice(alert.invoiceId)
  const home = invoice && (await readHome(query, invoice.paymentCollectionId))
  const refund =
    alert.kind === "refund_due" ? await ledger.attention.findRefund(alert.reason) : undefined
  return {
    id: alert.id,
    cash_desk: alert.cashDesk,
    reason: alert.reason,
    invoice_id: invoice?.id ?? null,
    invoice_number: invoice?.number ?? null,
    amount: invoice ? Number(invoice.invoiceAmount) : null,
    currency_code: invoice?.currencyCode ?? null,
    payment_collection_id: invoice?.paymentCollectionId ?? null,
    cart_id: invoice?.cartId ?? home?.cart?.id ?? null,
    order_id: home?.order?.id ?? null,
    refund_id: refund?.id ?? null,
    refund_amount: refund ? Number(refund.amount) : null,
  }
}
