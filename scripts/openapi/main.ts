import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { format } from "prettier"
import { openApiOf } from "../../src/contract/openapi"
import { OPERATIONS } from "../../src/contract/operations"

const FILE = join(__dirname, "..", "..", "docs", "openapi.json")

async function main(): Promise<void> {
  const text = JSON.stringify(openApiOf(OPERATIONS))
  await writeFile(FILE, await format(text, { parser: "json", semi: false, printWidth: 100 }))
  process.stdout.write(`${OPERATIONS.length} operations are described in docs/openapi.json.\n`)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
