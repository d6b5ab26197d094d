import { readFileSync } from "node:fs"
import { Client } from "pg"
import { z } from "zod"
import { seededSchema } from "../../../scripts/demo/prepare-store"
import { sandboxControl } from "../../setup/sandbox-control"

const storeSchema = z.object({
  databaseUrl: z.string(),
  state: seededSchema.extend({
    medusa_url: z.string(),
    sandbox_url: z.string(),
    storefront_url: z.string(),
    sandbox_key: z.string(),
    provider_id: z.string(),
    admin_email: z.string(),
    admin_password: z.string(),
  }),
})

/** The running store, as the global setup left it. */
export function openStore() {
  const file = process.env.E2E_STORE
  if (file === undefined) throw new Error("Run these tests with npm run test:e2e.")
  const { state, databaseUrl } = storeSchema.parse(JSON.parse(readFileSync(file, "utf8")))
  return { state, databaseUrl, sandbox: sandboxControl(state.sandbox_url) }
}

/** Runs one statement on the store's database: for what no customer and no screen can bring about. */
export async function runSql(databaseUrl: string, statement: string, values: unknown[] = []) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return z
      .array(z.record(z.string(), z.unknown()))
      .parse((await client.query(statement, values)).rows)
  } finally {
    await client.end()
  }
}
