import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { openApiOf } from "../../src/contract/openapi"
import { OPERATIONS } from "../../src/contract/operations"
import { STORE_OPERATIONS } from "../../src/contract/store-operations"

/** Beside the built server, so that it is in the package. */
const FILE = join(resolve(__dirname, "..", ".."), ".medusa", "server", "openapi.json")

/** Describes every route. @returns how many there are */
export async function writeOpenApi(): Promise<number> {
  const operations = [...OPERATIONS, ...STORE_OPERATIONS]
  await mkdir(dirname(FILE), { recursive: true })
  await writeFile(FILE, `${JSON.stringify(openApiOf(operations), null, 2)}\n`)
  return operations.length
}
