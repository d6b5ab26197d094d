import { stampPluginBuild } from "../demo/builds"
import { finishBuild } from "./finish"

/** After `medusa plugin:build`, as `npm run build` does. */
async function main(): Promise<void> {
  const lines = await finishBuild()
  await stampPluginBuild()
  process.stdout.write(`${lines.join("\n")}\n`)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
