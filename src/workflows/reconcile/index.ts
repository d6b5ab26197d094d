import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../../modules/checkout-uz"
import { settleInvoice } from "../settle-invoice"
import { sweepCashDesk, type SweepReport } from "./runner"

/**
 * Sweeps every configured cash desk once, where it is this server's turn. A provider that a region
 * no longer offers is swept like any other: what was paid is found all the same.
 */
export async function reconcile(container: MedusaContainer): Promise<SweepReport[]> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const desks = new Set(
    ledger.providerEntries.filter(({ apiKey }) => apiKey).map(({ cashDesk }) => cashDesk)
  )
  const reports: SweepReport[] = []
  for (const cashDesk of desks) {
    reports.push(
      await sweepCashDesk(
        {
          ...ledger.watch,
          settle: ({ id }) => settleInvoice(container, id, { urgency: "now" }),
          alert: (message) => {
            logger.error(message)
          },
          inform: (message) => {
            logger.info(message)
          },
        },
        ledger.options.reconcile,
        cashDesk
      )
    )
  }
  return reports
}
