import { MedusaError } from "@medusajs/framework/utils"
import { CheckoutUzError } from "../../../client"
import { describeProblem, problemOf, type Problem } from "./problem"

/** Marks the refusal to ask one service about another one's invoice. */
export const OTHER_SERVICE = "wrong_configuration"

/**
 * What a question to the service failed with, in a merchant's words; undefined for errors that have
 * nothing to do with the service.
 */
export function serviceProblem(error: unknown, cashDesk: string): Problem | undefined {
  if (error instanceof CheckoutUzError) {
    const code = problemOf(error)
    return { code, message: describeProblem(code, cashDesk) }
  }
  if (!(error instanceof MedusaError)) return undefined
  // Nothing was asked: there is no key for it, or it is another service's.
  return error.code === OTHER_SERVICE
    ? { code: OTHER_SERVICE, message: `The invoice cannot be asked about: ${error.message}` }
    : { code: "no_key", message: error.message }
}
