import { randomBytes } from "node:crypto"
import { z } from "zod"
import { readJsonFile, writeJsonFile } from "../lib/json-file"
import { places } from "./places"

const secretsSchema = z.object({
  postgres_password: z.string(),
  jwt_secret: z.string(),
  cookie_secret: z.string(),
  encryption_key: z.string(),
  admin_password: z.string(),
})

export type Secrets = z.infer<typeof secretsSchema>

/** The secrets of this demo and no other: made on the first start, never from the environment. */
export async function demoSecrets(): Promise<Secrets> {
  const kept = await readJsonFile(places.secrets, secretsSchema)
  if (kept !== undefined) return kept
  const random = (bytes: number) => randomBytes(bytes).toString("base64url")
  const secrets: Secrets = {
    postgres_password: random(24),
    jwt_secret: random(32),
    cookie_secret: random(32),
    encryption_key: randomBytes(32).toString("base64"),
    admin_password: `choy-${random(9)}`,
  }
  await writeJsonFile(places.secrets, secrets)
  return secrets
}
