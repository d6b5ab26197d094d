import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  CHECKOUT_UZ_MODULE,
  type CheckoutUzModuleService,
  type Permit,
} from "../../modules/checkout-uz"
import { unknownSession } from "../store/checkout-uz/payment-sessions/answer-status"
import { refuse } from "../http-errors"
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
  passOrRefuse(await limits.storeAddress(networkOf(req.ip ?? "")), res, next)
}

/**
 * Limits the requests about one payment session, which anybody may make who has seen its id.
 *
 * @throws MedusaError (not found) for what cannot be an id
 */
export async function limitBySession(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const id = req.params["id"] ?? ""
  if (!ID.test(id)) throw unknownSession()
  const { limits } = req.scope.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  passOrRefuse(await limits.storeSession(id), res, next)
}

function passOrRefuse(permit: Permit, res: MedusaResponse, next: MedusaNextFunction): void {
  if (permit.kind === "allowed") {
    next()
    return
  }
  res.setHeader("Retry-After", String(permit.retryAfterSeconds))
  refuse(res, {
    code: "too_many_requests",
    message: "There were too many requests in a short time: please wait a moment and try again.",
  })
}
