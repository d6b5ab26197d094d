import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { makeRestLink } from "../../../../../../workflows/payment-link/rest"
import { idOf } from "../../../read"
import { answerLink } from "../../../answer-link"

/** Makes a link for the part that is due of a payment in parts, or hands out the one there is. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  answerLink(res, await makeRestLink(req.scope, idOf(req)), "invoice")
}
