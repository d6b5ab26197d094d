import { MedusaError } from "@medusajs/framework/utils"
import { CheckoutUzError } from "../../../client"
import { describeProblem, problemOf, type Problem } from "./problem"

/**
 * Why a request to the service failed, for the merchant; undefined for errors that have nothing to do
 * with the service.
 */
export function serviceProblem(error: unknown, cashDesk: string): Problem | undefined {
  if (error instanceof CheckoutUzError) {
    const code = problemOf(error)
    return { code, message: describeProblem(code, cashDesk) }
  }
  if (!(error instanceof MedusaError)) return undefined
  // No request was sent: there is no key for it, none that can be opened, or it is another service's.
  switch (error.code) {
    case "other_service":
      return { code: "other_service", message: `The invoice cannot be verified: ${error.message}` }
    case "no_encryption_key":
      return { code: "no_encryption_key", message: error.message }
    default:
      return { code: "no_key", message: error.message }
  }
}
