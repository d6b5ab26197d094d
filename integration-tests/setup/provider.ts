import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { CheckoutUzModuleService } from "../../src/modules/checkout-uz"
import { CheckoutUzPaymentProvider } from "../../src/providers/checkout-uz/service"
import type { Shop } from "./shop"

/** The provider as core calls it, on the shop's own ledger. */
export function providerOf(shop: Shop): { provider: CheckoutUzPaymentProvider } {
  const { container } = shop
  const cradle = {
    logger: container.resolve(ContainerRegistrationKeys.LOGGER),
    checkoutUz: container.resolve<CheckoutUzModuleService>("checkoutUz"),
    payment: container.resolve(Modules.PAYMENT),
    query: container.resolve(ContainerRegistrationKeys.QUERY),
    __pg_connection__: container.resolve(ContainerRegistrationKeys.PG_CONNECTION),
  }
  return { provider: new CheckoutUzPaymentProvider(cradle, { cashDesk: "main" }) }
}
