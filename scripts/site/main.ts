import { rm } from "node:fs/promises"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { step } from "../demo/progress"
import { writeApi } from "./api"
import { checkSite } from "./check"
import { ROOT, SITE_FOLDER } from "./pages"

const PORT = 8090

/** One site of all documents, which asks nobody outside for anything. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { serve: { type: "boolean", default: false } } })
  const site = join(ROOT, SITE_FOLDER, "dist")
  await rm(site, { recursive: true, force: true })
  await step("Reading the comments of the API", writeApi, String)
  const { build, serve } = await import("vitepress")
  await step("Building the site", () => build(__dirname))
  await step("Following its links", () => checkSite(site), String)
  if (values.serve) await serve({ root: __dirname, port: PORT })
  else process.stdout.write(`\n  ${SITE_FOLDER}/dist; npm run docs -- --serve shows it\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
