import { z } from "zod"
import { contentFingerprint } from "../lib/fingerprint"
import { readJsonFile, writeJsonFile } from "../lib/json-file"
import { join } from "node:path"
import type { Lifecycle } from "./lifecycle"
import { type Environment, runMedusa } from "./medusa"
import { places } from "./places"

/** What the seed leaves in its file. */
export const seededSchema = z.object({
  publishable_key: z.string(),
  region_id: z.string(),
  shipping_option_id: z.string(),
  variants: z.array(z.object({ id: z.string(), title: z.string(), amount: z.number() })).min(1),
})

/** What the seed made, as scripts need it. Amounts in UZS. */
export type Seeded = z.infer<typeof seededSchema>

export interface Preparation {
  needed: boolean
  migrate: () => Promise<void>
  seed: () => Promise<void>
  /** To be called at the end: the next start need not prepare again. */
  finish: () => Promise<Seeded>
}

/**
 * Tells whether the database is up to date with the modules, the seed and the store's address
 * (pictures are stored with it), and how to bring it there.
 */
export async function storePreparation(
  lifecycle: Lifecycle,
  url: string,
  env: Environment
): Promise<Preparation> {
  const { pluginSources, storeSources, storeConfig, medusaPackage } = places
  const modules = join(pluginSources, "modules")
  const parts = [modules, join(pluginSources, "links"), storeSources, storeConfig, medusaPackage]
  const sources = await contentFingerprint(parts)
  const preparedSchema = z.object({ sources: z.literal(sources), url: z.literal(url) })
  const prepared = await readJsonFile(places.prepared, preparedSchema)
  const seeded = await readJsonFile(places.seeded, seededSchema)
  const run = (args: string[], log: string) =>
    runMedusa(lifecycle, { args, cwd: places.store, env, log })

  return {
    needed: prepared === undefined || seeded === undefined,
    migrate: () => run(["db:migrate", "--execute-all-links"], "migrate"),
    seed: () => run(["exec", "./src/scripts/seed.ts"], "seed"),
    finish: async () => {
      const made = await readJsonFile(places.seeded, seededSchema)
      if (made === undefined) throw new Error(`The seed left no ${places.seeded}.`)
      await writeJsonFile(places.prepared, { sources, url })
      return made
    },
  }
}
