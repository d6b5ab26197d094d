import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { customer } from "../../../scripts/demo/customer"
import { pay } from "./fill-ledger"
import { openStore, runSql } from "./store"

/** UZS of a tea that never sells out, and what its delivery costs. */
const TEA = 45_000
/** Pieces of it that come to two, three and five parts of a payment. */
export const PIECES = { two: 250, three: 500, five: 1_110 } as const

const PATIENCE = { everyMs: 200, limitMs: 60_000 }

/** A variant whose stock is not counted, so that a cart can come to any number of parts. */
export function plentifulVariant(): string {
  const variant = openStore().state.variants.find(({ amount }) => amount === TEA)
  if (!variant) throw new Error("The store does not sell its tea.")
  return variant.id
}

/** A customer pays parts of a cart, each through a payment system, and goes away. */
export async function payParts(pieces: number, systems: readonly string[]) {
  const { state } = openStore()
  // Connections that the server has closed meanwhile are dropped, and not written to.
  await sleep(PATIENCE.everyMs)
  const browser = customer(state)
  const { id } = await browser.fillCart(plentifulVariant(), pieces)
  await browser.chooseDelivery(id)
  const { sessionId } = await browser.startPayment(id)
  const collectionId = await collectionOf(sessionId)
  for (const [index, system] of systems.entries()) await payNext(collectionId, system, index)
  return { sessionId, collectionId }
}

/** Pays the part that is due of a payment, of which so many have been paid. */
export async function payNext(collectionId: string, system: string, paid: number): Promise<void> {
  const number = await untilFound(
    `SELECT number FROM checkout_uz_invoice i
      WHERE payment_collection_id = $1 AND state = 'pending' AND part_count IS NOT NULL
        AND (SELECT count(*) FROM checkout_uz_invoice o
              WHERE o.payment_collection_id = $1 AND o.state IN ('paid', 'settled')) = $2`,
    [collectionId, paid]
  )
  await pay(openStore().state, number, system)
}

/** So many parts have come, the next one is made, its customer does not come back, and the time for it runs out. */
export async function letWaitRunOut(collectionId: string, paid: number): Promise<void> {
  await untilFound(
    `SELECT number FROM checkout_uz_invoice i
      WHERE payment_collection_id = $1 AND part_position = $2 + 1 AND state <> 'paid'
        AND (SELECT count(*) FROM checkout_uz_invoice o
              WHERE o.payment_collection_id = $1 AND o.blocker = 'part_paid') = $2`,
    [collectionId, paid]
  )
  await runSql(
    openStore().databaseUrl,
    `UPDATE checkout_uz_invoice
        SET expires_at = now() - interval '30 days', waiting_since = waiting_since - interval '30 days',
            held_from = CASE WHEN state = 'paid' THEN now() - interval '29 days' END
      WHERE payment_collection_id = $1`,
    [collectionId]
  )
}

async function collectionOf(sessionId: string): Promise<string> {
  const [row] = await runSql(
    openStore().databaseUrl,
    "SELECT payment_collection_id FROM payment_session WHERE id = $1",
    [sessionId]
  )
  return z.string().parse(row?.["payment_collection_id"])
}

async function untilFound(statement: string, values: unknown[]): Promise<string> {
  const deadline = Date.now() + PATIENCE.limitMs
  while (Date.now() < deadline) {
    const [row] = await runSql(openStore().databaseUrl, statement, values)
    if (row) return z.coerce.string().parse(row["number"])
    await sleep(PATIENCE.everyMs)
  }
  throw new Error(`This was not there in a minute: ${statement}`)
}

/** The order of a session whose parts have all come. */
export function orderOf(sessionId: string): Promise<string> {
  return customer(openStore().state).waitForOrder(sessionId, PATIENCE)
}
