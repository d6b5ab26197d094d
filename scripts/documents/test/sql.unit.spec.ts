import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { BLOCKS, placeOf } from "../pages"

const MIGRATIONS = join(__dirname, "..", "..", "..", "src", "modules", "checkout-uz", "migrations")
const migrations = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(MIGRATIONS, name), "utf8"))
  .join("\n")

const blocks = BLOCKS.filter(({ language }) => language === "sql")
/** A block of PL/pgSQL is one statement. */
const statements = blocks.flatMap((block) =>
  (block.code.startsWith("DO ") ? [block.code] : block.code.split(";"))
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => ({ page: block.page, place: placeOf(block), text }))
)
const changesOf = (page: string) => statements.filter((one) => one.page === page)

/**
 * `npm run bench partitions` runs those of partitions.md on a million rows, and integration-tests/http runs them
 * beneath a shop (tables-by-month.spec.ts), and those of scale.md (search-index.spec.ts).
 */
describe("the SQL that the pages give", () => {
  it("makes indexes, the extension that one of them needs, and tables by month", () => {
    const others = statements.filter(
      ({ page, text }) =>
        !/^CREATE ((UNIQUE )?INDEX|EXTENSION) /.test(text) &&
        !(page === "docs/partitions.md" && text.startsWith("DO $$"))
    )
    expect(others).toEqual([])
    expect(changesOf("docs/scale.md").length).toBeGreaterThan(0)
    expect(changesOf("docs/partitions.md").length).toBeGreaterThan(0)
  })

  it.each(statements.filter(({ text }) => /^CREATE (UNIQUE )?INDEX/.test(text)))(
    "names a table and a column that there are: $text",
    ({ text }) => {
      const [, table, column] =
        /\sON (\w+)\s+(?:USING \w+ )?\((?:lower\()?(\w+)[ ,)]/.exec(text) ?? []
      const [, columns] =
        new RegExp(`create table if not exists "${String(table)}" \\((.*)`).exec(migrations) ?? []
      expect(columns).toContain(`"${String(column)}"`)
    }
  )

  const parted = [
    ...new Set(
      changesOf("docs/partitions.md").flatMap(({ text }) =>
        [...text.matchAll(/'(checkout_uz_\w+)'::regclass/g)].map(([, table = ""]) => table)
      )
    ),
  ]

  it("parts two tables by month", () => {
    expect(parted).toEqual(["checkout_uz_invoice_transition", "checkout_uz_webhook_delivery"])
  })

  /** PostgreSQL refuses a unique index without the month on a table by month, and the migration with it. */
  it.each(parted)("parts %s, of which nothing but a row's own id is unique", (table) => {
    const ofTable = migrations.split("\n").filter((line) => line.includes(`"${table}"`))
    expect(ofTable.length).toBeGreaterThan(0)
    const unique = ofTable.filter((line) => /unique|references/i.test(line))
    expect(unique).toEqual([])
    expect(migrations).not.toMatch(new RegExp(`references "${table}"`, "i"))
  })
})
