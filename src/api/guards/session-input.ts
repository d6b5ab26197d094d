import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { NO_TEXT } from "../../contract"
import { isOurs } from "../../payment-context"
import { refuseCustomer } from "../store/refuse-customer"
import { ofCollection } from "./customers-words"

/** What a shop may say of a payment session it starts: docs/storefront.md. */
const INPUT = ["return_url", "payment_system"] as const

/**
 * Leaves of a started session's `data` what the plugin reads. Medusa stores what a client sends and
 * merges what the provider gives into it, at every depth: another key within `pay_via` would be public
 * beside ours.
 */
export async function keepKnownInput(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  // Core has read the body by now, or will do so.
  const wrong = [req.body, req.validatedBody].map(keepKnown).find((key) => key !== undefined)
  if (wrong === undefined) {
    next()
    return
  }
  const detail = `The payment session's data.${wrong} must be plain text: it holds a character that no database keeps.`
  await refuseCustomer(req, res, "invalid_request", {
    fields: { detail },
    cartIdOf: () => ofCollection(req, req.params["id"] ?? ""),
  })
}

/** Returns which of what is kept is a text that the database cannot hold. */
export function keepKnown(body: unknown): (typeof INPUT)[number] | undefined {
  if (!isRecord(body) || !isRecord(body["data"])) return undefined
  const { provider_id: providerId, data } = body
  if (typeof providerId !== "string" || !isOurs(providerId)) return undefined
  body["data"] = Object.fromEntries(
    INPUT.flatMap((key) => (Object.hasOwn(data, key) ? [[key, data[key]]] : []))
  )
  return INPUT.find((key) => typeof data[key] === "string" && NO_TEXT.test(data[key]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}
