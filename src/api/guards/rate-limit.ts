import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  CHECKOUT_UZ_MODULE,
  type CheckoutUzModuleService,
  type Permit,
} from "../../modules/checkout-uz"
import { refuseCustomer } from "../store/refuse-customer"
import { networkOf } from "./network-address"

/** What Medusa's ids are made of: nothing else is worth a question to the database. */
const ID = /^\w{1,64}$/

/** Limits a client's requests to the plugin's store routes: 429 with `Retry-After` in seconds. */
export async function limitByAddress(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  // A browser hides it from the shop's pages otherwise, which are of another origin.
  res.setHeader("Access-Control-Expose-Headers", "Retry-After")
  const { limits } = req.scope.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  await passOrRefuse(await limits.storeAddress(networkOf(req.ip ?? "")), req, res, next)
}

/**
 * Limits the requests about one payment session, or order, which anybody may make who has seen its id.
 * What cannot be an id is refused with `unknown`.
 */
export function limitById(unknown: "unknown_session" | "unknown_order") {
  return async (
    req: MedusaRequest,
    res: MedusaResponse,
    next: MedusaNextFunction
  ): Promise<void> => {
    const id = req.params["id"] ?? ""
    if (!ID.test(id)) return refuseCustomer(req, res, unknown)
    const { limits } = req.scope.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
    return passOrRefuse(await limits.storeSession(id), req, res, next)
  }
}

async function passOrRefuse(
  permit: Permit,
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  if (permit.kind === "allowed") {
    next()
    return
  }
  res.setHeader("Retry-After", String(permit.retryAfterSeconds))
  await refuseCustomer(req, res, "too_many_requests")
}
