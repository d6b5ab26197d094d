import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { knownTables, loadOrderContext, loadPaymentContext } from "../../src/payment-context"
import { offeredProviders } from "../../src/workflows/regions"
import { findShortage } from "../../src/workflows/stock"
import { knexOf } from "./ledger"
import type { Shop } from "./shop"

const idsSchema = z.array(z.object({ id: z.string() }))

/**
 * Of every payment collection, order, cart and region there is, Medusa's tables tell what its query tells.
 * Asked again for five seconds, in which what is under way may end.
 */
export async function expectSameReading(shop: Shop): Promise<void> {
  const { container } = shop
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const tables = knownTables(knexOf(shop))
  // Any other Medusa is read by its query alone.
  if (!tables) return
  const byTables = { container, query, tables }
  const byQuery = { container, query, tables: undefined }
  const compare = async () => {
    for (const id of await idsOf(shop, "payment_collection")) {
      expectSame(await loadPaymentContext(byTables, id), await loadPaymentContext(byQuery, id))
    }
    for (const id of await idsOf(shop, '"order"')) {
      expectSame(await loadOrderContext(byTables, id), await loadOrderContext(byQuery, id))
    }
    for (const id of await idsOf(shop, "cart")) {
      expect(await findShortage(byTables, id)).toBe(await findShortage(byQuery, id))
    }
    for (const id of await idsOf(shop, "region")) {
      expectSame(await offeredProviders(byTables, id), await offeredProviders(byQuery, id))
    }
  }
  const until = Date.now() + 5_000
  while (Date.now() < until) {
    if (
      await compare().then(
        () => true,
        () => false
      )
    )
      return
  }
  await compare()
}

/** Medusa's query gives rows in the order in which they lie in the table; nothing depends on it. */
function expectSame(told: unknown, asked: unknown): void {
  expect(sorted(told)).toEqual(sorted(asked))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
  }
  if (value === null || typeof value !== "object" || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, sorted(part)]))
}

async function idsOf(shop: Shop, table: string): Promise<string[]> {
  return idsSchema.parse(await shop.sql(`SELECT id FROM ${table}`)).map(({ id }) => id)
}
