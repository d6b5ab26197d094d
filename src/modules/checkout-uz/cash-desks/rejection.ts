import type { CheckoutUzError } from "../../../client"

/** A refused API key, or a server address that is not in the whitelist: it says nothing about an invoice. */
export function isRejection(error: CheckoutUzError): boolean {
  return error.code === "unauthorized" || error.code === "address_not_allowed"
}
