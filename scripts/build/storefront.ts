import { writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { build } from "esbuild"

const root = resolve(__dirname, "..", "..")
const sources = join(root, "src", "storefront")
const built = join(root, ".medusa", "server", "src", "storefront")
const ENTRIES = ["index", "react"]

/**
 * Medusa builds a plugin for its own server, as CommonJS. A shop's bundler needs ES modules, so that
 * it can leave out what the shop does not use; what both entries need is in one file of its own.
 */
export async function buildStorefront(): Promise<void> {
  await build({
    entryPoints: ENTRIES.map((name) => join(sources, `${name}.ts`)),
    outdir: built,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external: ["react"],
    logLevel: "warning",
  })
  for (const name of ENTRIES) {
    await writeFile(join(built, `${name}.d.mts`), `export * from "./${name}.js"\n`)
  }
}
