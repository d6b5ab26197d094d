import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { describeResolved } from "../../../../../../workflows/attention"
import { resolveHold } from "../../../../../../workflows/resolve-hold"
import { resolveBodySchema } from "../../../../../../contract"
import { notFound, refuse } from "../../../../../http-errors"
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
      throw notFound("invoice")
    case "not_possible":
      refuse(res, resolution)
      return
    case "resolved":
      res.json({ invoice: await describeResolved(req.scope, resolution.invoice) })
  }
}
