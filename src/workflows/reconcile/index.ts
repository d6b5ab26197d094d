import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../../modules/checkout-uz"
import { publishAlerts } from "../publish-alerts"
import { settleInvoice } from "../settle-invoice"
import { pollingIn, type ReconcileDependencies } from "./dependencies"
import { oneAtATime, sweepDesks } from "./desks"
import { settleKnownMoney, type SweepReport } from "./runner"

/**
 * Publishes alerts, settles what is known to be paid and sweeps every cash desk that is
 * configured or has open invoices, where it is this server's turn. A provider that a region no longer
 * offers is swept like any other: what was paid is found all the same.
 */
export async function reconcile(container: MedusaContainer): Promise<SweepReport[]> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const limits = ledger.options.reconcile
  const dependencies: ReconcileDependencies = {
    ...pollingIn(ledger.polling),
    // What was claimed is due, also where another server's failure has put it off since.
    settle: ({ id }) => settleInvoice(container, id, { urgency: "now" }),
    alert: (message) => {
      logger.error(message)
    },
    inform: (message) => {
      logger.info(message)
    },
  }
  await oneAtATime("clock", async () => {
    const seconds = await ledger.recoverFromClockSetBack()
    if (seconds === undefined) return
    logger.warn(
      `The database's clock was set back by about ${Math.round(seconds)} seconds: open invoices are asked about again.`
    )
  })
  await oneAtATime("alerts", async () => {
    await ledger.attention.noticeHeld()
    await publishAlerts(container)
  })
  // Beside the sweeps: a cart that a dead server left locked takes its time.
  const [, reports] = await Promise.all([
    oneAtATime("known money", () => settleKnownMoney(dependencies, limits)),
    desksOf(ledger).then((desks) => sweepDesks(dependencies, limits, desks)),
  ])
  return reports
}

/** Those that are configured, and those whose entry was taken out: their pages can still be paid. */
async function desksOf(ledger: CheckoutUzModuleService): Promise<string[]> {
  const withOpenInvoices = await ledger.polling.desksWithOpenInvoices()
  // With or without a key: one can be set in the admin at any time.
  return [...withOpenInvoices, ...ledger.providerEntries.map(({ cashDesk }) => cashDesk)]
}
