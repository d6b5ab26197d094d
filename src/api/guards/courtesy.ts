import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isMissingTable } from "../../modules/checkout-uz"
import { sayTablesAreMissing } from "../../workflows/missing-tables"
import { refuseCustomer } from "../store/refuse-customer"

/** What a guard decides about a request. */
export type Decision =
  /** Core goes on. */
  | { kind: "pass" }
  | { kind: "answer"; with: (res: MedusaResponse) => void | Promise<void> }
  /** As core would fail. */
  | { kind: "fail"; error: Error }

export const PASS: Decision = { kind: "pass" }

/**
 * A guard in front of one of core's routes, for people's sake: it fails open.
 *
 * INVARIANT: no money depends on a guard, and no checkout either. Where it cannot decide, such as in a
 * store whose tables are missing, core goes on as if it were not there.
 */
export function courtesy(decide: (req: MedusaRequest) => Promise<Decision>) {
  return async (
    req: MedusaRequest,
    res: MedusaResponse,
    next: MedusaNextFunction
  ): Promise<void> => {
    const decision = await decideOrPass(req, decide)
    if (decision.kind === "answer") await decision.with(res)
    else next(decision.kind === "fail" ? decision.error : undefined)
  }
}

async function decideOrPass(
  req: MedusaRequest,
  decide: (req: MedusaRequest) => Promise<Decision>
): Promise<Decision> {
  try {
    return await decide(req)
  } catch (error) {
    const logger = req.scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
    if (isMissingTable(error)) {
      sayTablesAreMissing(logger)
      return PASS
    }
    const reason = error instanceof Error ? error.message : String(error)
    logger.error(
      `Whether the money of a cart has arrived could not be looked up, so its request went on: ${reason}`
    )
    return PASS
  }
}

type PaidWords = "already_paid" | "cart_already_paid" | "partly_paid" | "cart_partly_paid"

/** 409: the money for it is here, or a part of it. */
export function alreadyPaid(
  req: MedusaRequest,
  { cartId, words }: { cartId?: string | undefined; words: PaidWords }
): Decision {
  const cartIdOf = () => Promise.resolve(cartId)
  return {
    kind: "answer",
    with: (res) => refuseCustomer(req, res, "already_paid", { words, cartIdOf }),
  }
}
