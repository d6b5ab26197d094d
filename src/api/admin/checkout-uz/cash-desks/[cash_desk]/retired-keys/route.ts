import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { dropRetiredKeys } from "../../../../../../workflows/cash-desks"
import { cashDeskOf } from "../../../read"
import { answerDesk } from "../../answer-desk"

/** Forgets the keys kept for open invoices, at once. */
export async function DELETE(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  answerDesk(res, await dropRetiredKeys(req.scope, cashDeskOf(req)))
}
