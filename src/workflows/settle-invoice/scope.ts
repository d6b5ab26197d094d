import type {
  ILockingModule,
  IOrderModuleService,
  IPaymentModuleService,
  Logger,
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../../modules/checkout-uz"
import type { Home } from "../../providers/checkout-uz/home"

/** Seconds to wait for a cart's lock. */
const LOCK_TIMEOUT_SECONDS = 30

/** What settling an invoice works with. */
export type SettleScope = {
  container: MedusaContainer
  ledger: CheckoutUzModuleService
  payment: IPaymentModuleService
  order: IOrderModuleService
  query: Omit<RemoteQueryFunction, symbol>
  logger: Logger
}

export function settleScope(container: MedusaContainer): SettleScope {
  return {
    container,
    ledger: container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE),
    payment: container.resolve(Modules.PAYMENT),
    order: container.resolve(Modules.ORDER),
    query: container.resolve(ContainerRegistrationKeys.QUERY),
    logger: container.resolve(ContainerRegistrationKeys.LOGGER),
  }
}

/**
 * Runs a short job under the lock core takes to complete the home's cart, so that nobody sees or
 * changes a completion, or its roll-back, half done.
 */
export async function underHomeLock<T>(
  { container }: SettleScope,
  home: Home | undefined,
  job: () => Promise<T>
): Promise<T> {
  const key = home?.cart?.id ?? home?.order?.id ?? home?.collectionId
  if (key === undefined) return job()
  const locking: ILockingModule = container.resolve(Modules.LOCKING)
  return locking.execute(key, job, { timeout: LOCK_TIMEOUT_SECONDS })
}
