import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { CheckoutUzPaymentProvider } from "./service"

export default ModuleProvider(Modules.PAYMENT, { services: [CheckoutUzPaymentProvider] })
