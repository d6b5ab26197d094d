import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { fillInvoices } from "../../bench/many-invoices"
import { BLOCKS } from "../../scripts/documents/pages"
import { statementsOf } from "../../scripts/postgres/ledger-migrations"
import { foundStatement, type InvoiceSort } from "../../src/modules/checkout-uz/invoices/list"
import { InvoiceQueries } from "../../src/modules/checkout-uz/invoices/queries"
import { testDatabase, type TestDatabase } from "../setup/database"

const SERVICE = "https://checkout.uz/api/v1"
const MIGRATION = "Migration20261130234500"
const NEWEST: InvoiceSort = { by: "created_at", descending: true }
const PAGE = { limit: 50, offset: 0 }
const INDEXES = ["checkout_uz_invoice_number_beginning", "checkout_uz_invoice_search"]
/** Owns the ledger's tables, and may make nothing in the database but what belongs to a schema. */
const TENANT = "tenant_of_a_database"

/** A database as `medusa db:migrate` made it, with some invoices. */
async function migratedLedger(invoices = 1_000): Promise<{ database: TestDatabase; sql: Knex }> {
  const database = await testDatabase()
  const sql = knex({ client: "pg", connection: database.url, pool: { min: 1, max: 1 } })
  await fillInvoices(sql, SERVICE, invoices)
  return { database, sql }
}

/** As Medusa does it: a migration is one transaction. */
async function migrate(sql: Knex, direction: "up" | "down"): Promise<void> {
  await sql.transaction(async (transaction) => {
    for (const statement of await statementsOf(MIGRATION, direction))
      await transaction.raw(statement)
  })
}

async function withoutExtension(sql: Knex): Promise<void> {
  await migrate(sql, "down")
  expect(await indexesOf(sql)).toEqual([])
  await sql.raw("DROP EXTENSION pg_trgm")
}

async function indexesOf(sql: Knex): Promise<unknown[]> {
  return sql("pg_indexes").whereIn("indexname", INDEXES).orderBy("indexname").pluck("indexname")
}

async function definitions(sql: Knex): Promise<unknown[]> {
  return sql("pg_indexes").whereIn("indexname", INDEXES).orderBy("indexname").pluck("indexdef")
}

function statementsOfPage(): string[] {
  return BLOCKS.filter(({ page, language }) => page === "docs/scale.md" && language === "sql")
    .flatMap(({ code }) => code.split(";"))
    .filter((statement) => statement.trim() !== "")
}

/** What PostgreSQL reads a search by where it may not read every row. */
async function planOf(sql: Knex, q: string): Promise<string> {
  const { statement, bindings } = foundStatement(
    { serviceUrl: SERVICE, filter: { q } },
    NEWEST,
    PAGE
  )
  await sql.raw("SET enable_seqscan = off")
  return JSON.stringify(await sql.raw(`EXPLAIN (FORMAT JSON) ${statement}`, { ...bindings }))
}

async function foundBySearches(sql: Knex): Promise<number[]> {
  const queries = new InvoiceQueries({ sql, serviceUrl: SERVICE })
  const lists = ["xaridor77@", "example", "7000", "nobody"].map((q) =>
    queries.list({ q }, NEWEST, PAGE)
  )
  return (await Promise.all(lists)).map(({ count }) => count)
}

describe("the index of the merchant's search", () => {
  let database: TestDatabase
  let sql: Knex
  beforeEach(async () => {
    ;({ database, sql } = await migratedLedger())
  })
  afterEach(async () => {
    await sql.destroy()
    await database.drop()
  })

  it("is there after a store's migrations, and a search reads by it", async () => {
    expect(await indexesOf(sql)).toEqual(INDEXES)
    const plan = await planOf(sql, "7000")
    for (const index of INDEXES) expect(plan).toContain(index)
  })

  it("is left out where the extension may not be made, and the search finds the same", async () => {
    expect(await foundBySearches(sql)).toEqual([1, 1_000, 1, 0])
    await withoutExtension(sql)
    await sql.raw(`DO $$ BEGIN CREATE ROLE ${TENANT}; EXCEPTION WHEN duplicate_object THEN END $$`)
    await sql.raw(`GRANT CREATE ON SCHEMA public TO ${TENANT}`)
    await sql.raw(`ALTER TABLE checkout_uz_invoice OWNER TO ${TENANT}`)
    await sql.raw(`SET ROLE ${TENANT}`)
    await expect(sql.raw("CREATE EXTENSION pg_trgm")).rejects.toThrow(/permission denied/)
    await migrate(sql, "up")
    expect(await indexesOf(sql)).toEqual([])
    expect(await foundBySearches(sql)).toEqual([1, 1_000, 1, 0])
    await migrate(sql, "down")
  })

  it("is left out where the server does not have the extension", async () => {
    await withoutExtension(sql)
    await sql.raw("SET extension_control_path = '/nowhere'")
    await migrate(sql, "up")
    expect(await indexesOf(sql)).toEqual([])
  })

  it("is the same by hand, as docs/scale.md has it, and the migration leaves it alone", async () => {
    const migrated = await definitions(sql)
    await withoutExtension(sql)
    for (const statement of statementsOfPage()) await sql.raw(statement)
    expect(await definitions(sql)).toEqual(migrated)
    await migrate(sql, "up")
    expect(await definitions(sql)).toEqual(migrated)
  })

  it("is made with an extension that stands in another schema, or was there before", async () => {
    await withoutExtension(sql)
    await sql.raw(`CREATE SCHEMA "of the host"`)
    await sql.raw(`CREATE EXTENSION pg_trgm SCHEMA "of the host"`)
    await migrate(sql, "up")
    await migrate(sql, "up")
    expect(await indexesOf(sql)).toEqual(INDEXES)
    expect(await planOf(sql, "xaridor77")).toContain("checkout_uz_invoice_search")
  })
})

describe("a search that fits more than is counted", () => {
  const MOST = 10_000
  let database: TestDatabase
  let sql: Knex
  let queries: InvoiceQueries
  beforeAll(async () => {
    ;({ database, sql } = await migratedLedger(MOST + 100))
    queries = new InvoiceQueries({ sql, serviceUrl: SERVICE })
  })
  afterAll(async () => {
    await sql.destroy()
    await database.drop()
  })

  it.each([0, 50, MOST + 50, MOST + 200])(
    "has the pages of all that fits, and says that there is more (from %d on)",
    async (offset) => {
      const page = { ...PAGE, offset }
      const found = await queries.list({ q: "example" }, NEWEST, page)
      const { rows } = await queries.list({}, NEWEST, page)
      expect(found).toEqual({
        rows: rows.map((row) => ({ ...row, readAt: expect.any(Date) as unknown })),
        count: MOST,
        isMore: true,
      })
    }
  )

  it("is counted whole up to that", async () => {
    await sql.raw(
      `DELETE FROM checkout_uz_invoice WHERE id IN (SELECT id FROM checkout_uz_invoice LIMIT 100)`
    )
    for (const offset of [0, MOST - 1, MOST, MOST + 100]) {
      const found = await queries.list({ q: "example" }, NEWEST, { ...PAGE, offset })
      expect(found).toMatchObject({ count: MOST, isMore: false })
      expect(found.rows).toHaveLength(Math.max(0, Math.min(PAGE.limit, MOST - offset)))
    }
  })
})
