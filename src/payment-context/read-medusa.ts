import { readFileSync } from "node:fs"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { DatabaseError, rowsOfPlanned } from "../modules/checkout-uz"
import type { Collaborators } from "./collaborators"
import { collectionSchema, CONTEXT_FIELDS, ORDER_FIELDS, orderSchema } from "./medusa-rows"
import {
  SELECT_COLLECTION,
  SELECT_COLLECTION_OF_SESSION,
  SELECT_LINKED,
  SELECT_OFFERED,
  SELECT_ORDER,
  SELECT_PROMOTIONS,
  SELECT_SESSION,
  SELECT_STOCK,
} from "./medusa-tables"
import { readCollectionRow, readOrderRow } from "./totals"

/** What Medusa's rows are read with. */
export type MedusaReader = Pick<Collaborators, "tables" | "query">

/** The Medusa whose tables the statements know; any other's rows are read by its query. */
const KNOWN_MEDUSA = /^2\.21\./

/** A payment collection with its cart and its order. */
type CollectionRow = z.output<typeof collectionSchema>

/** The payment collection with this id; undefined where Medusa has none. */
export async function readCollection(
  on: MedusaReader,
  id: string
): Promise<CollectionRow | undefined> {
  const found = await fromTables(on, SELECT_COLLECTION, id)
  if (found) return withOrder(on, found)
  const by = { entity: "payment_collection", fields: CONTEXT_FIELDS, id } as const
  return z.array(collectionSchema).parse(await fromQuery(on, by))[0]
}

/** The same by one of its payment sessions. */
export async function readCollectionOfSession(
  on: MedusaReader & Pick<Collaborators, "payment">,
  sessionId: string
): Promise<CollectionRow | undefined> {
  const found = await fromTables(on, SELECT_COLLECTION_OF_SESSION, sessionId)
  if (found) return withOrder(on, found)
  const session = await readSession(on, sessionId)
  return readCollection(on, session.payment_collection_id)
}

/** A row of a collection with its order, which is read after it. */
async function withOrder(
  on: MedusaReader,
  found: readonly unknown[]
): Promise<CollectionRow | undefined> {
  const [collection] = found.map(readCollectionRow)
  const order = collection?.order && (await readOrder(on, collection.order.id))
  if (!order) return collection && { ...collection, order: undefined }
  // What was paid in it, as it was when its order was read: a payment is in both or in neither.
  const own = order.payment_collections.find(({ id }) => id === collection.id)
  return { ...collection, ...own, cart: collection.cart, order }
}

/** An order with its payment collections; undefined where Medusa has none with this id. */
export async function readOrder(
  on: MedusaReader,
  id: string
): Promise<z.output<typeof orderSchema> | undefined> {
  const found = await fromTables(on, SELECT_ORDER, id)
  if (found) return found.map(readOrderRow)[0]
  const by = { entity: "order", fields: ORDER_FIELDS, id } as const
  return z.array(orderSchema).parse(await fromQuery(on, by))[0]
}

const sessionSchema = z.object({ provider_id: z.string(), payment_collection_id: z.string() })

/**
 * Which provider a payment session is of, and in which collection it is.
 *
 * @throws MedusaError (not found) where Medusa has none with this id
 */
export async function readSession(
  on: Pick<Collaborators, "tables" | "payment">,
  id: string
): Promise<z.output<typeof sessionSchema>> {
  const [found] = (await fromTables(on, SELECT_SESSION, id)) ?? []
  const select = ["id", "provider_id", "payment_collection_id"]
  return sessionSchema.parse(found ?? (await on.payment.retrievePaymentSession(id, { select })))
}

const offeredSchema = z.array(z.object({ id: z.string() }))

/** The payment providers that a region offers; undefined where only Medusa's query can tell. */
export async function readOfferedProviders(
  on: Pick<MedusaReader, "tables">,
  regionId: string
): Promise<string[] | undefined> {
  const found = await fromTables(on, SELECT_OFFERED, regionId)
  return found && offeredSchema.parse(found).map(({ id }) => id)
}

const linksSchema = z.array(z.object({ payment_collection_id: z.string() }))

/** The payment collections that a cart, or an order, is linked with. */
export async function readLinkedCollections(
  on: MedusaReader,
  of: "cart" | "order",
  id: string
): Promise<string[]> {
  const found =
    (await fromTables(on, SELECT_LINKED[of], id)) ??
    (await linksFromQuery(on, { of, to: "payment_collection", id }))
  return linksSchema.parse(found).map((link) => link.payment_collection_id)
}

const promotionsSchema = z.array(z.object({ promotion_id: z.string() }))

/** The promotions that a cart is linked with, also those that were deleted since. */
export async function readLinkedPromotions(on: MedusaReader, cartId: string): Promise<string[]> {
  const found =
    (await fromTables(on, SELECT_PROMOTIONS, cartId)) ??
    (await linksFromQuery(on, { of: "cart", to: "promotion", id: cartId }))
  return promotionsSchema.parse(found).map((link) => link.promotion_id)
}

async function linksFromQuery(
  { query }: MedusaReader,
  { of, to, id }: { of: "cart" | "order"; to: "payment_collection" | "promotion"; id: string }
): Promise<unknown[]> {
  const { data }: { data: unknown[] } = await query.graph({
    entity: `${of}_${to}`,
    fields: [`${to}_id`],
    filters: { [`${of}_id`]: id },
  })
  return data
}

/**
 * A cart with what is in stock of everything in it, in the shape of the query; undefined where only that can
 * tell. Call it where the stock is Medusa's own modules'.
 */
export async function readStock(
  on: Pick<MedusaReader, "tables">,
  cartId: string
): Promise<unknown[] | undefined> {
  return fromTables(on, SELECT_STOCK, cartId)
}

let areKnown: boolean | undefined

/** Medusa's database, if its tables are as the statements have them. */
export function knownTables(database: Knex): Knex | undefined {
  areKnown ??= KNOWN_MEDUSA.test(medusaVersion())
  return areKnown ? database : undefined
}

/** The rows of one statement; undefined where the tables are not known. */
async function fromTables(
  { tables }: Pick<MedusaReader, "tables">,
  statement: string,
  id: string
): Promise<unknown[] | undefined> {
  if (!tables) return undefined
  try {
    return await rowsOfPlanned(tables, statement, { id })
  } catch (error) {
    // A store that keeps its carts or orders in a module of its own has other tables.
    if (!(error instanceof DatabaseError) || !error.isUnknownName) throw error
    areKnown = false
    return undefined
  }
}

/** The same by Medusa's query: dozens of statements, and the same rows on every version of it. */
async function fromQuery(
  { query }: MedusaReader,
  { entity, fields, id }: { entity: "payment_collection" | "order"; fields: string[]; id: string }
): Promise<unknown[]> {
  const { data }: { data: unknown[] } = await query.graph({ entity, fields, filters: { id } })
  return data
}

function medusaVersion(): string {
  const text = readFileSync(require.resolve("@medusajs/medusa/package.json"), "utf8")
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
