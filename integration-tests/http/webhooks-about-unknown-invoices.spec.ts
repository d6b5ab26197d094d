import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { parseInvoiceNumber } from "../../src/client"
import { expectNothingCaptured } from "../setup/books"
import { ledgerOf } from "../setup/ledger"
import { describeShop, eventually } from "../setup/shop"
import { announcement, BARE_ADDRESS, CORE_ADDRESS, ownAddress, postHook } from "../setup/webhooks"

/** `BEGIN` has no bindings. */
type Query = { sql: string; bindings?: Knex.Value[] }

/** How PostgreSQL would run a query if the shop had made thousands of invoices. */
async function planAmongThousands(database: Knex, { sql, bindings = [] }: Query): Promise<string> {
  const transaction = await database.transaction()
  try {
    const { rows: columns } = z.object({ rows: z.array(z.object({ names: z.string() })) }).parse(
      await transaction.raw(
        `SELECT string_agg(column_name, ', ') AS names FROM information_schema.columns
            WHERE table_name = 'checkout_uz_invoice' AND is_generated = 'NEVER'
              AND column_name NOT IN ('id', 'number')`
      )
    )
    const names = columns[0]?.names ?? ""
    await transaction.raw(
      `INSERT INTO checkout_uz_invoice (id, number, ${names})
       SELECT i.id || n, n::text, ${names} FROM checkout_uz_invoice i, generate_series(1, 5000) n`
    )
    await transaction.raw("ANALYZE checkout_uz_invoice")
    const { rows } = z
      .object({ rows: z.array(z.unknown()) })
      .parse(await transaction.raw(`EXPLAIN ${sql.replaceAll(/\$\d+/g, "?")}`, bindings))
    return JSON.stringify(rows)
  } finally {
    await transaction.rollback()
  }
}

describeShop("a webhook about an invoice that nobody knows", {}, (shop) => {
  /** Everything the plugin keeps, as text. */
  async function wholeLedger(): Promise<string> {
    const tables = ["invoice", "invoice_binding", "invoice_transition", "webhook_delivery"]
    const texts = await Promise.all(
      tables.map((table) =>
        shop.sql(`SELECT t::text AS line FROM checkout_uz_${table} t ORDER BY t.id`)
      )
    )
    return JSON.stringify(texts)
  }

  afterEach(async () => {
    await shop.sandbox.clearFaults()
  })

  it("a webhook about an unknown invoice costs one indexed read, no call out, and leaves nothing", async () => {
    const { cart, number } = await shop.startedCart()
    const database = shop.container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
    const before = await wholeLedger()
    const calls = (await shop.sandbox.requests()).length

    const reads: Query[] = []
    const unknown = number + 1_000_000
    const numbers = new Set<Knex.Value>([String(unknown), String(number)])
    const polling = (query: Query) => {
      // The jobs that look every few seconds what is due go on meanwhile: none of them names a number.
      const namesIt = query.bindings?.flat().some((value) => numbers.has(value))
      if (query.sql.includes("checkout_uz_") && namesIt) reads.push(query)
    }
    database.on("query", polling)
    const paths = [BARE_ADDRESS, await ownAddress(shop, number), "/hooks/checkout-uz/other/token"]
    for (const [index, path] of paths.entries()) {
      expect(await postHook(shop, path, announcement(unknown, cart.total))).toBe(200)
      expect(reads).toHaveLength(index + 1)
    }
    // A number that is known, but at another cash desk, is just as unknown.
    const elsewhere = announcement(number, cart.total)
    expect(await postHook(shop, "/hooks/checkout-uz/other", elsewhere)).toBe(200)
    expect(reads).toHaveLength(4)
    // Medusa's own address, handled five seconds later.
    expect(await postHook(shop, CORE_ADDRESS, announcement(unknown, cart.total))).toBe(200)
    // Core asks the provider, and the plugin's own subscriber looks for itself: one read each, or one for both.
    await eventually(
      () => Promise.resolve(reads.flatMap(({ bindings }) => bindings?.flat())),
      (named) => named.filter((value) => value === String(unknown)).length === 5
    )
    expect(reads.length).toBeLessThanOrEqual(6)
    database.off("query", polling)

    for (const read of reads) {
      const plan = await planAmongThousands(database, read)
      expect(plan).toContain("IDX_checkout_uz_invoice_number")
      expect(plan).not.toContain("Filter")
    }
    expect(await shop.sandbox.requests()).toHaveLength(calls)
    expect(await wholeLedger()).toBe(before)
    await expectNothingCaptured(shop, cart)
  })

  it("webhooks that come at the same moment are looked up in one read, each its own invoice", async () => {
    const paid = await Promise.all([shop.startedCart(), shop.startedCart()])
    const known = paid.map(({ number }) => number)
    const strangers = Array.from({ length: 100 }, (_, n) => 5_000_000 + n)
    const { invoices } = ledgerOf(shop)
    const database = shop.container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
    const lookups: string[] = []
    const polling = ({ sql }: Query) => {
      if (sql.includes("unnest") && sql.includes("checkout_uz_invoice")) lookups.push(sql)
    }
    database.on("query", polling)
    const asked = [...strangers, ...known, ...known].flatMap(
      (number) => parseInvoiceNumber(number) ?? []
    )
    const found = await Promise.all(asked.map((number) => invoices.findByNumber("main", number)))
    database.off("query", polling)
    expect(found.map((invoice) => invoice?.number)).toEqual([
      ...strangers.map(() => undefined),
      ...known,
      ...known,
    ])
    expect(lookups).toHaveLength(1)
    const [one] = known.flatMap((number) => parseInvoiceNumber(number) ?? [])
    if (one === undefined) throw new Error("The number cannot be read.")
    expect(await invoices.findByNumber("other", one)).toBeUndefined()
  })
})
