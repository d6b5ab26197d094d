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
  const permit = await limits.storeAddress(networkOf(req.ip ?? ""))
  // Of whose cart it is, nothing is known: a flood from one network costs the database nothing more.
  if (isAllowed(permit, res)) next()
  else await refuseCustomer(req, res, "too_many_requests")
}

/**
 * Limits the requests about one payment session, or order, which anybody may make who has seen its id.
 * What cannot be an id is refused with `unknown`.
 *
 * @param cartOf finds the cart whose locale counts where the request names no language
 */
export function limitById(
  unknown: "unknown_session" | "unknown_order",
  cartOf: (req: MedusaRequest) => Promise<string | undefined>
) {
  return async (
    req: MedusaRequest,
    res: MedusaResponse,
    next: MedusaNextFunction
  ): Promise<void> => {
    const id = req.params["id"] ?? ""
    if (!ID.test(id)) return refuseCustomer(req, res, unknown)
    const { limits } = req.scope.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
    if (isAllowed(await limits.storeSession(id), res)) next()
    else await refuseCustomer(req, res, "too_many_requests", { cartIdOf: () => cartOf(req) })
  }
}

function isAllowed(permit: Permit, res: MedusaResponse): boolean {
  if (permit.kind === "allowed") return true
  res.setHeader("Retry-After", String(permit.retryAfterSeconds))
  return false
}
