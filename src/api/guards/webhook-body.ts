import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import express, { type RequestHandler, type Response } from "express"
import { refuse } from "../http-errors"

/** Bytes of a webhook's body. */
const LIMIT = 64 * 1024

const OURS = /^checkout-uz(_|$)/

/** Whatever the content type says: a webhook is sent once, and a wrong header must not lose it. */
const raw: RequestHandler = express.raw({ type: () => true, limit: LIMIT })

/** Reads the body of a webhook as bytes; 413 for more than 64 KB, 400 for what cannot be read. */
export const readWebhookBody: RequestHandler = (req, res, next) => {
  raw(req, res, (error?: unknown) => {
    if (error === undefined) {
      next()
    } else if (isTooLarge(error)) {
      refuseTooLarge(res)
    } else {
      // An encoding nobody knows, broken compression, or fewer bytes than announced.
      refuse(res, { code: "unreadable_body", message: "The body could not be read." })
    }
  })
}

/** The same limit on Medusa's own webhook address, where core has read the body already. */
export function limitCoreWebhookBody(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  const ours = OURS.test(req.params["provider"] ?? "")
  if (ours && Buffer.isBuffer(req.rawBody) && req.rawBody.length > LIMIT) refuseTooLarge(res)
  else next()
}

function refuseTooLarge(res: Response): void {
  refuse(res, { code: "body_too_large", message: "The body is larger than 64 KB." })
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 413
}
