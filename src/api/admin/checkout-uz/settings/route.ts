import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { settingsBodySchema } from "../../../../contract"
import { chooseSettings, showSettings } from "../../../../workflows/settings"
import { actorOf, read } from "../read"

export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  res.json({ settings: await showSettings(req.scope) })
}

/** Makes choices; null goes back to the configuration. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const changes = read(settingsBodySchema, req.body)
  res.json({ settings: await chooseSettings(req.scope, changes, actorOf(req)) })
}
