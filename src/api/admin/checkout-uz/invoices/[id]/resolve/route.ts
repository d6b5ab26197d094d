import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { describeResolved } from "../../../../../../workflows/attention"
import { resolveHold } from "../../../../../../workflows/resolve-hold"
import { resolveBodySchema } from "../../../../../../contract"
import { actorOf, idOf, read } from "../../../read"

/** Tries a held payment again, or ends it and puts its money on the list of pay-outs. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { action, note } = read(resolveBodySchema, req.body)
  const resolution = await resolveHold(req.scope, {
    invoiceId: idOf(req),
    action,
    audit: { actorId: actorOf(req), note },
  })
  switch (resolution.kind) {
    case "unknown":
      throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such invoice.")
    case "not_possible":
      // By hand: Medusa replaces the sentence of a conflict with one of its own.
      res.status(409).json({ type: MedusaError.Types.NOT_ALLOWED, message: resolution.sentence })
      return
    case "resolved":
      res.json({ invoice: await describeResolved(req.scope, resolution.invoice) })
  }
}
