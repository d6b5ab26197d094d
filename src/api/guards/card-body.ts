import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import express from "express"
import { refuseCustomer } from "../store/refuse-customer"

/** Bytes: a card with its expiry, or a code. */
const LIMIT = 4 * 1024

type Reader = (req: MedusaRequest, res: MedusaResponse, next: (error?: unknown) => void) => void
const json: Reader = express.json({ type: () => true, limit: LIMIT })

/**
 * Reads the body of a step of a card payment.
 *
 * INVARIANT: a card's number and a code are in no log and no answer. Medusa's own reader of bodies repeats a
 * part of one that is no JSON in both.
 */
export function readCardBody(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  json(req, res, (error?: unknown) => {
    if (error === undefined) {
      next()
      return
    }
    const fields = { detail: "The request is wrong: its body must be JSON, of at most 4 KB." }
    refuseCustomer(req, res, "invalid_request", { fields }).catch(next)
  })
}
