import { mkdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { z } from "zod"
import { contentFingerprint, outputFingerprint } from "../lib/fingerprint"
import { readJsonFile, writeJsonFile } from "../lib/json-file"
import { finishBuild } from "../build/finish"
import type { Lifecycle } from "./lifecycle"
import { type Environment, runMedusa, runVite } from "./medusa"
import { places } from "./places"

const stampSchema = z.object({ sources: z.string(), output: z.string() })

/** Whether there was something to do. */
export type Done = "built" | "unchanged"

/** Builds the plugin as it will be published, unless the last build was of the same sources. */
export async function buildPlugin(lifecycle: Lifecycle): Promise<Done> {
  const sources = await fingerprintOfPlugin()
  return buildUnlessUnchanged(places.pluginStamp, places.pluginBuild, sources, async () => {
    const args = ["plugin:build"]
    await runMedusa(lifecycle, { args, cwd: places.root, env: {}, log: "plugin-build" })
    await finishBuild()
  })
}

/** Builds the store's admin with the plugin's screens in it, unless neither has changed. */
export async function buildAdmin(lifecycle: Lifecycle, env: Environment): Promise<Done> {
  const sources = await contentFingerprint([
    join(places.pluginBuild, "src", "admin"),
    join(places.storeSources, "admin"),
    places.storeConfig,
    places.medusaPackage,
  ])
  return buildUnlessUnchanged(places.adminStamp, places.adminServed, sources, async () => {
    const args = ["build", "--admin-only"]
    await runMedusa(lifecycle, { args, cwd: places.store, env, log: "admin-build" })
    await rm(places.adminServed, { recursive: true, force: true })
    await mkdir(dirname(places.adminServed), { recursive: true })
    await rename(places.adminBuilt, places.adminServed)
  })
}

/** Builds the shop's pages for the store they talk to, unless neither has changed. */
export async function buildShop(
  lifecycle: Lifecycle,
  { medusaUrl, publishableKey }: { medusaUrl: string; publishableKey: string }
): Promise<Done> {
  const helper = join(places.pluginBuild, "src", "storefront")
  const env = { VITE_MEDUSA_URL: medusaUrl, VITE_PUBLISHABLE_KEY: publishableKey }
  const sources = await contentFingerprint([...places.shopSources, helper])
  return buildUnlessUnchanged(
    places.shopStamp,
    places.shopServed,
    `${sources} ${JSON.stringify(env)}`,
    () => {
      const args = ["build", "--outDir", places.shopServed, "--emptyOutDir"]
      return runVite(lifecycle, { args, cwd: places.shop, env, log: "shop-build" })
    }
  )
}

/** For a build that was made by hand (`npm run build`): it need not be made again. */
export async function stampPluginBuild(): Promise<void> {
  await stamp(places.pluginStamp, places.pluginBuild, await fingerprintOfPlugin())
}

/** Of all that a build of the plugin is made of. */
function fingerprintOfPlugin(): Promise<string> {
  const { pluginSources, pluginTsconfig, medusaPackage, buildSteps } = places
  return contentFingerprint([pluginSources, pluginTsconfig, medusaPackage, buildSteps])
}

/** The stamp names the sources and what came of them: a build by hand in between is noticed. */
async function buildUnlessUnchanged(
  stampFile: string,
  outputFolder: string,
  sources: string,
  build: () => Promise<void>
): Promise<Done> {
  const last = await readJsonFile(stampFile, stampSchema)
  const exists = await stat(outputFolder).catch(() => undefined)
  if (exists !== undefined && last?.sources === sources) {
    if (last.output === (await outputFingerprint(outputFolder))) return "unchanged"
  }
  await build()
  await stamp(stampFile, outputFolder, sources)
  return "built"
}

async function stamp(file: string, outputFolder: string, sources: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeJsonFile(file, { sources, output: await outputFingerprint(outputFolder) })
}
