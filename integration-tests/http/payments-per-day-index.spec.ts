import { randomBytes } from "node:crypto"
import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { fillInvoices } from "../../bench/many-invoices"
import { InvoiceQueries } from "../../src/modules/checkout-uz/invoices/queries"
import { testDatabase, type TestDatabase } from "../setup/database"

const SERVICE = "https://checkout.uz/api/v1"
const RANGE = { from: "2026-08-31", to: "2026-11-28" }
/** A settled invoice of those days, of the cash desk "main". */
const ONE = "number = '6972'"

async function amountOfRange(sql: Knex): Promise<string> {
  const sums = await new InvoiceQueries({ sql, serviceUrl: SERVICE }).paymentsPerDay("main", RANGE)
  return sums.find((sum) => sum.of === "range")?.amount ?? ""
}

const scannedSchema = z.object({ rows: z.tuple([z.object({ read: z.coerce.number() })]) })

/** How many rows statements have looked for in the table itself. */
async function rowsFetched(sql: Knex): Promise<number> {
  const result: unknown = await sql.raw(
    `SELECT idx_tup_fetch + seq_tup_read AS read FROM pg_stat_user_tables
      WHERE relname = 'checkout_uz_invoice' AND pg_stat_force_next_flush() IS NOT NULL`
  )
  return scannedSchema.parse(result).rows[0].read
}

describe("the index that payments are summed up by", () => {
  let database: TestDatabase
  let sql: Knex
  beforeEach(async () => {
    database = await testDatabase()
    sql = knex({ client: "pg", connection: database.url, pool: { min: 1, max: 1 } })
    await fillInvoices(sql, SERVICE, 1_000)
    await sql.raw("SET enable_seqscan = off")
    await sql.raw("SET enable_bitmapscan = off")
  })
  afterEach(async () => {
    await sql.destroy()
    await database.drop()
  })

  it("is all that is read of the invoices", async () => {
    const before = await rowsFetched(sql)
    expect(await amountOfRange(sql)).toMatch(/^\d{5,}$/)
    expect(await rowsFetched(sql)).toBe(before)
  })

  it("keeps no payment out, however many digits the service names for it", async () => {
    const amount = `6500.${randomBytes(4_000).toString("hex").replaceAll(/[a-f]/g, "7")}1`
    const asked = await amountOfRange(sql)
    const changed: unknown = await sql.raw(
      `UPDATE checkout_uz_invoice SET paid_amount = invoice_amount + CAST(? AS numeric) WHERE ${ONE}`,
      [amount]
    )
    expect(changed).toMatchObject({ rowCount: 1 })
    expect(await amountOfRange(sql)).toBe(`${Number(asked) + 6_500}.${amount.split(".").at(1)}`)
  })
})
