import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { isOurs } from "../../payment-context"

/** What a shop may say of a payment session it starts: docs/storefront.md. */
const INPUT = ["return_url", "payment_system"] as const

/**
 * Leaves of a started session's `data` what the plugin reads. Medusa stores what a client sends and
 * merges what the provider gives into it, at every depth: another key within `pay_via` would be public
 * beside ours.
 */
export function keepKnownInput(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): void {
  // Core has read the body by now, or will do so.
  for (const body of [req.body, req.validatedBody]) keepKnown(body)
  next()
}

function keepKnown(body: unknown): void {
  if (!isRecord(body) || !isRecord(body["data"])) return
  const { provider_id: providerId, data } = body
  if (typeof providerId !== "string" || !isOurs(providerId)) return
  body["data"] = Object.fromEntries(
    INPUT.flatMap((key) => (Object.hasOwn(data, key) ? [[key, data[key]]] : []))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}
