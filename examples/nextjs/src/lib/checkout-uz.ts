import { connect } from "medusa-payment-checkout-uz/storefront"

export const CHECKOUT_UZ = "pp_checkout-uz_main"

export const checkoutUz = connect({
  baseUrl: process.env.NEXT_PUBLIC_MEDUSA_BACKEND_URL ?? "http://localhost:9000",
  publishableKey: process.env.NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY ?? "",
})
