import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { CONFIGURATION, withTables } from "./configuration"

const file = join(__dirname, "..", "..", CONFIGURATION)
writeFileSync(file, withTables(readFileSync(file, "utf8")))
