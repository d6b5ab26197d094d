import type { IEventBusModuleService, Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  CHECKOUT_UZ_MODULE,
  reasonOf,
  type Alert,
  type CheckoutUzModuleService,
  type Invoice,
  type Payout,
  type ProblemCode,
} from "../../modules/checkout-uz"
import { NOBODY, ownerOf, ownersOf, type Owner } from "../attention/owners"
import { factsOf, otherAmount } from "../attention/present"
import { notifyAdmin } from "./notification"
import { CheckoutUzEvents, type AlertEvent } from "./event"

/**
 * Publishes the alerts that wait: an event for each, and a notification in the admin. An alert whose
 * event could not be emitted waits for the next time; its notification is only ever made beside it.
 */
export async function publishAlerts(container: MedusaContainer): Promise<void> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const events: IEventBusModuleService = container.resolve(Modules.EVENT_BUS)
  const failures = await ledger.attention
    .publishWaiting(async (alert) => {
      const data = await describe(container, alert)
      await events.emit({ name: CheckoutUzEvents[alert.kind], data })
      await notifyAdmin(container, alert, data)
    })
    .catch((error: unknown) => [error])
  // What they are about is in the database; only publishing them waits.
  for (const error of failures) {
    logger.error(
      `An alert about payments could not be published and is tried again: ${reasonOf(error)}`
    )
  }
}

async function describe(container: MedusaContainer, alert: Alert): Promise<AlertEvent> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const invoice =
    alert.invoiceId === undefined ? undefined : await ledger.invoices.find(alert.invoiceId)
  const payout = alert.kind === "payout_due" ? await ledger.payouts.find(alert.reason) : undefined
  const collectionId = invoice?.paymentCollectionId
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const owners = await ownersOf(query, collectionId === undefined ? [] : [collectionId])
  const problem = await problemOfDesk(ledger, alert)
  return eventOf(alert, { invoice, payout, owner: invoice && ownerOf(owners, invoice), problem })
}

/** What is wrong with the cash desk of an alert as it is told; nothing where that is over by then. */
async function problemOfDesk(
  ledger: CheckoutUzModuleService,
  { kind, cashDesk }: Alert
): Promise<ProblemCode | undefined> {
  switch (kind) {
    case "cash_desk_refused":
      return (await ledger.health.of(cashDesk)).lastError
    case "cash_desk_without_key":
      return (await ledger.keys.of(cashDesk)).problem?.code
    default:
      return undefined
  }
}

type About = {
  invoice: Invoice | undefined
  payout: Payout | undefined
  owner: Owner | undefined
  /** Of an alert about a cash desk. */
  problem?: ProblemCode | undefined
}

/** What is told of an alert, given what it is about. */
export function eventOf(
  alert: Alert,
  { invoice, payout, owner = NOBODY, problem }: About
): AlertEvent {
  return {
    id: alert.id,
    cash_desk: alert.cashDesk,
    reason: alert.reason,
    problem: problem ?? null,
    invoice_id: invoice?.id ?? null,
    invoice_number: invoice?.number ?? null,
    amount: invoice ? Number(invoice.invoiceAmount) : null,
    paid_amount: invoice ? otherAmount(invoice) : null,
    currency_code: invoice?.currencyCode ?? null,
    payment_collection_id: invoice?.paymentCollectionId ?? null,
    cart_id: invoice?.cartId ?? owner.cart_id,
    order_id: owner.order?.id ?? null,
    order_number: owner.order?.display_id ?? invoice?.orderNumber ?? null,
    customer_name: owner.customer?.name ?? null,
    customer_email: owner.customer?.email ?? null,
    customer_phone: owner.customer?.phone ?? null,
    ...factsBehind(alert, invoice),
    payout_id: payout?.id ?? null,
    payout_amount: payout ? Number(payout.amount) : null,
  }
}

/** What is behind held money. Where something else has come in its way since, they are another's. */
function factsBehind({ kind, reason }: Alert, invoice: Invoice | undefined) {
  const isPart = kind === "part_arrived" && invoice?.blocker?.reason === "part_paid"
  const isBehind = isPart || (kind === "invoice_held" && invoice?.blocker?.reason === reason)
  return factsOf(isBehind ? invoice : undefined)
}
