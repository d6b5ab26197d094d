import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** Answers 200 and does nothing else: what a request costs by itself. */
export const POST = (_req: MedusaRequest, res: MedusaResponse): void => {
  res.sendStatus(200)
}
