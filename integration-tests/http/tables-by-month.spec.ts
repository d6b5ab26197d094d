import { z } from "zod"
import { STEPS } from "../../scripts/documents/tables-by-month"
import { expectSettledOnce } from "../setup/books"
import { historyOf, transitionsIn } from "../setup/ledger-history"
import { ledgerOf } from "../setup/ledger"
import { describeShop, eventually, type Shop } from "../setup/shop"

const HISTORY = "checkout_uz_invoice_transition"
const WEBHOOKS = "checkout_uz_webhook_delivery"

async function run(shop: Shop, ...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await shop.sql(statement)
}

/** A cart that is paid and placed, with its webhook. @returns its invoice's id */
async function sell(shop: Shop): Promise<string> {
  const { cart, number } = await shop.startedCart()
  await shop.sandbox.pay(number)
  await expectSettledOnce(shop, cart)
  const [invoice] = await ledgerOf(shop).invoices.ofCollections([cart.collectionId])
  if (invoice === undefined) throw new Error(`Invoice ${number} is gone.`)
  await eventually(
    () => ledgerOf(shop).queries.deliveriesOf(invoice.id),
    (kept) => kept.length === 1
  )
  return invoice.id
}

/** In which tables the rows of an invoice lie. */
async function partsOf(shop: Shop, table: string, invoiceId: string): Promise<string[]> {
  const rows = await shop.sql(
    `SELECT DISTINCT tableoid::regclass::text AS part FROM ${table} WHERE invoice_id = ?`,
    [invoiceId]
  )
  return z
    .array(z.object({ part: z.string() }))
    .parse(rows)
    .map(({ part }) => part)
}

const MOVES = ["pending > paid", "paid > settled"]

describeShop("tables by month", { cartsOnHand: 3 }, (shop) => {
  it("made as the page says, they hold what was there and what comes, and give it back", async () => {
    const ledger = ledgerOf(shop)
    const earlier = await sell(shop)
    await run(shop, ...STEPS.keys, STEPS.end, STEPS.change, STEPS.months)
    const later = await sell(shop)
    for (const id of [earlier, later]) {
      expect(await transitionsIn(shop, id)).toEqual(MOVES)
      expect(await ledger.queries.transitionsOf(id)).toHaveLength(MOVES.length)
      expect(await ledger.queries.deliveriesOf(id)).toHaveLength(1)
      expect(await partsOf(shop, HISTORY, id)).toEqual([`${HISTORY}_first`])
      expect(await partsOf(shop, WEBHOOKS, id)).toEqual([`${WEBHOOKS}_first`])
    }
    const lines = await historyOf(shop, later)
    await run(shop, STEPS.back)
    expect(await historyOf(shop, later)).toEqual(lines)
    expect(await partsOf(shop, HISTORY, earlier)).toEqual([HISTORY])
    expect(await transitionsIn(shop, await sell(shop))).toEqual(MOVES)
  })

  it("a month that nobody made in time refuses no row, and takes it over once it is made", async () => {
    await run(shop, ...STEPS.keys, STEPS.end, STEPS.change)
    const id = await sell(shop)
    // As the next months would be written.
    for (const table of [HISTORY, WEBHOOKS]) {
      await shop.sql(`UPDATE ${table} SET created_at = now() + interval '70 days'`)
      expect(await partsOf(shop, table, id)).toEqual([`${table}_default`])
    }
    await run(shop, STEPS.months)
    for (const table of [HISTORY, WEBHOOKS]) {
      expect(await partsOf(shop, table, id)).toEqual([
        expect.stringMatching(new RegExp(`^${table}_\\d{4}_\\d{2}$`)),
      ])
    }
    await run(shop, STEPS.back)
    expect(await transitionsIn(shop, id)).toHaveLength(MOVES.length)
  })

  it("webhooks that are old are pruned of any month, and months that are old are dropped whole", async () => {
    const ledger = ledgerOf(shop)
    const way = [STEPS.end, STEPS.change].map((step) =>
      step.replace("interval '1 month 7 days'", "interval '-6 months'")
    )
    await run(shop, ...STEPS.keys, ...way, STEPS.months)
    const add = (prefix: string, days: number, count: number) =>
      shop.sql(
        `INSERT INTO ${WEBHOOKS} (id, cash_desk, invoice_id, token_matched, body_base64, created_at)
         SELECT ? || n, 'main', 'cuinv_old', false, '', now() - make_interval(days => ?)
           FROM generate_series(1, CAST(? AS int)) n`,
        [prefix, days, count]
      )
    await add("old_", 100, 1_500)
    await add("older_", 160, 1_000)
    await add("new_", 80, 5)
    const both = await Promise.all([ledger.prune(), ledger.prune()])
    expect(both.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(2_500)
    await add("older_", 160, 10)
    await run(shop, STEPS.drop)
    const left = await shop.sql(`SELECT id FROM ${WEBHOOKS} WHERE invoice_id = 'cuinv_old'`)
    expect(left).toHaveLength(5)
    await run(shop, STEPS.back)
  })
})
