import type {
  ILockingModule,
  IOrderModuleService,
  IPaymentModuleService,
  Logger,
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../../modules/checkout-uz"

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
 * Runs a short job under the lock core takes to complete the cart of a payment collection, so that
 * nobody sees or changes a completion, or its roll-back, half done.
 */
export async function underHomeLock<T>(
  scope: SettleScope,
  collectionId: string,
  job: () => Promise<T>
): Promise<T> {
  return underHomeLocks(scope, [collectionId], job)
}

/**
 * The same for several collections of one order. In a fixed order, so that two servers that take
 * the same locks never wait for each other.
 */
export async function underHomeLocks<T>(
  scope: SettleScope,
  collectionIds: readonly string[],
  job: () => Promise<T>
): Promise<T> {
  const locking: ILockingModule = scope.container.resolve(Modules.LOCKING)
  const keys = new Set<string>()
  for (const id of collectionIds) keys.add(await lockKeyOf(scope, id))
  return locking.execute([...keys].sort(), job, { timeout: LOCK_TIMEOUT_SECONDS })
}

const ownerSchema = z.array(
  z.object({
    cart: z.object({ id: z.string() }).nullish(),
    order: z.object({ id: z.string() }).nullish(),
  })
)

async function lockKeyOf({ query }: SettleScope, collectionId: string): Promise<string> {
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: ["id", "cart.id", "order.id"],
    filters: { id: collectionId },
  })
  const [owner] = ownerSchema.parse(data)
  return owner?.cart?.id ?? owner?.order?.id ?? collectionId
}
