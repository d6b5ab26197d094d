import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { BLOCKS, placeOf } from "../pages"

const MIGRATIONS = join(__dirname, "..", "..", "..", "src", "modules", "checkout-uz", "migrations")
const migrations = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(MIGRATIONS, name), "utf8"))
  .join("\n")

const statements = BLOCKS.filter(({ language }) => language === "sql").flatMap((block) =>
  block.code
    .split(";")
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => ({ place: placeOf(block), text }))
)

/** `npm run bench lists` runs them, on a ledger with a million invoices. */
describe("the SQL that the pages give", () => {
  it("makes indexes, and the extension that one of them needs", () => {
    const others = statements.filter(({ text }) => !/^CREATE (INDEX|EXTENSION) /.test(text))
    expect(others).toEqual([])
    expect(statements.length).toBeGreaterThan(0)
  })

  it.each(statements.filter(({ text }) => text.startsWith("CREATE INDEX")))(
    "names a table and a column that there are: $text",
    ({ text }) => {
      const [, table, column] = /\sON (\w+)\s+(?:USING \w+ )?\((\w+) /.exec(text) ?? []
      const [, columns] =
        new RegExp(`create table if not exists "${String(table)}" \\((.*)`).exec(migrations) ?? []
      expect(columns).toContain(`"${String(column)}"`)
    }
  )
})
