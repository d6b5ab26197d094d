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
  // No request was sent: there is no key for it, or it is another service's.
  return error.code === "other_service"
    ? { code: "other_service", message: `The invoice cannot be verified: ${error.message}` }
    : { code: "no_key", message: error.message }
}
