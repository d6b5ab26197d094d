import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { TABLES } from "../inspection"

const MIGRATIONS = join(__dirname, "..", "migrations")

describe("the tables whose absence is said", () => {
  it("are all that the migrations make", () => {
    const made = readdirSync(MIGRATIONS)
      .filter((name) => name.endsWith(".ts"))
      .flatMap((name) => [
        ...readFileSync(join(MIGRATIONS, name), "utf8").matchAll(
          /create (?:unlogged )?table if not exists "(\w+)"/gi
        ),
      ])
      .map(([, table]) => table)
    expect(new Set(TABLES)).toEqual(new Set(made))
  })
})
