import type { MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { Problem } from "../../../contract"

/**
 * Says what the service, or its configuration, kept from being done. Never 401 or 403, whatever the
 * service answered: the caller's own login is all right.
 */
export function refuseProblem(res: MedusaResponse, { code, message }: Problem): void {
  const isTheirs = code === "service_unreachable" || code === "service_failed"
  const { NOT_ALLOWED, UNEXPECTED_STATE } = MedusaError.Types
  res
    .status(isTheirs ? 502 : 409)
    .json({ type: isTheirs ? UNEXPECTED_STATE : NOT_ALLOWED, code, message })
}
