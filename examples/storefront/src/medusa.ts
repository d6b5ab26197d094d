import Medusa from "@medusajs/js-sdk"
import { connect } from "medusa-payment-checkout-uz/storefront"
import { language } from "./words"

const baseUrl = import.meta.env.VITE_MEDUSA_URL
const publishableKey = import.meta.env.VITE_PUBLISHABLE_KEY

/** Products, carts and orders. */
export const sdk = new Medusa({ baseUrl, publishableKey })

/** Payments. `sdk.client` would do as well; this one keeps every code of a refusal. */
export const store = connect({
  baseUrl,
  publishableKey,
  headers: () => ({ "accept-language": language() }),
})
