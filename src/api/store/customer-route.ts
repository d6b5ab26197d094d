import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { isRefusalReason, type RefusalReason } from "../../providers/checkout-uz/refusals"
import { refuseAsProvider } from "./provider-refusal"
import { refuseCustomer, type About } from "./refuse-customer"

type Handler<R extends MedusaRequest> = (req: R, res: MedusaResponse) => Promise<void>

/** A MedusaError also after it came through a workflow, which copies it: no class is left of it then. */
const medusaErrorSchema = z.object({
  __isMedusaError: z.literal(true),
  type: z.string(),
  code: z.unknown(),
  message: z.string(),
})

/**
 * A route that customers ask: what is thrown in it is for the log, and what they read is written for
 * them.
 *
 * @param cartIdOf finds the cart whose locale counts where the request names no language
 */
export function customerRoute<R extends MedusaRequest>(
  handle: Handler<R>,
  cartIdOf?: (req: R) => Promise<string | undefined>
): Handler<R> {
  return async (req, res) => {
    try {
      await handle(req, res)
    } catch (thrown) {
      if (res.headersSent) throw thrown
      await answerThrown(req, res, thrown, cartIdOf && { cartIdOf: () => cartIdOf(req) })
    }
  }
}

async function answerThrown(
  req: MedusaRequest,
  res: MedusaResponse,
  thrown: unknown,
  about: Pick<About, "cartIdOf"> = {}
): Promise<void> {
  const logger = req.scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const meaning = meaningOf(thrown)
  if (meaning.kind === "failed") {
    logger.error(meaning.error)
    return refuseCustomer(req, res, "unavailable", { ...about, words: "unexpected" })
  }
  logger.warn(meaning.message)
  if (meaning.kind === "in_progress") return refuseCustomer(req, res, "in_progress", about)
  return refuseAsProvider(req, res, meaning, about)
}

/** What something that was thrown means to a customer. */
export type Meaning =
  | { kind: "failed"; error: Error }
  /** Somebody else is at the payment. */
  | { kind: "in_progress"; message: string }
  | { kind: "refused"; code: RefusalReason; message: string }

/** Reads what a route threw; its own sentence is for the log. */
export function meaningOf(thrown: unknown): Meaning {
  const error = medusaErrorSchema.safeParse(thrown).data
  if (!error) {
    return { kind: "failed", error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }
  const { type, code, message } = error
  if (type === MedusaError.Types.CONFLICT) return { kind: "in_progress", message }
  return { kind: "refused", code: isRefusalReason(code) ? code : "service_failed", message }
}
