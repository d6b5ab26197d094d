import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { openApiOf } from "../../src/contract/openapi"
import { OPERATIONS } from "../../src/contract/operations"
import { STORE_OPERATIONS } from "../../src/contract/store-operations"

const ROOT = join(__dirname, "..", "..")
const ALL = [...OPERATIONS, ...STORE_OPERATIONS]
/** Beside the built server, so that it is in the package. */
const FILE = join(ROOT, ".medusa", "server", "openapi.json")

async function main(): Promise<void> {
  await mkdir(dirname(FILE), { recursive: true })
  await writeFile(FILE, `${JSON.stringify(openApiOf(ALL), null, 2)}\n`)
  process.stdout.write(`${ALL.length} operations are described in ${relative(ROOT, FILE)}.\n`)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
