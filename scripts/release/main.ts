import { readFileSync } from "node:fs"
import { join } from "node:path"
import { releaseProblems } from "./problems"

/** Runs before `npm publish`, and stops it. */
const file = join(__dirname, "..", "..", "package.json")
for (const problem of releaseProblems(JSON.parse(readFileSync(file, "utf8")))) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}
