import { setTimeout as delay } from "node:timers/promises"
import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { transitionInvoice } from "../../src/modules/checkout-uz/invoices/transitions"
import { Deliveries } from "../../src/modules/checkout-uz/webhooks/deliveries"

/** The cash desk of the webhooks it keeps. */
export const SHOP = "the shop's"
/** Between two payments. */
const PAUSE_MS = 5
/** Longer than a statement takes that waits for nobody. */
const AFTERWARDS_MS = 300

/**
 * Goes on with payments while its tables are changed, over connections of its own: moves invoices on and keeps
 * webhooks, by the ledger's own functions, one statement after the other.
 */
export function openShop(url: string, invoiceIds: readonly string[]) {
  const sql = knex({ client: "pg", connection: url, pool: { min: 2, max: 4 } })
  const deliveries = new Deliveries(sql)
  const seen = { transitions: 0, deliveries: 0, longestMs: 0 }
  let isOpen = true

  const timed = async (statement: () => Promise<unknown>) => {
    const begun = performance.now()
    await statement()
    seen.longestMs = Math.max(seen.longestMs, performance.now() - begun)
    await delay(PAUSE_MS)
  }
  const payments = async () => {
    for (const id of invoiceIds) {
      if (!isOpen) return
      await timed(async () => {
        if (!(await transitionInvoice(sql, { id, to: "expired" })))
          throw new Error(`${id} is lost.`)
        seen.transitions += 1
      })
    }
    throw new Error("The shop has no invoices left.")
  }
  const webhooks = async () => {
    const body = Buffer.alloc(200, "{}")
    for (const invoiceId of invoiceIds) {
      if (!isOpen) return
      await timed(async () => {
        await deliveries.keep({ cashDesk: SHOP, invoiceId, tokenMatched: true, body })
        seen.deliveries += 1
      })
    }
  }
  const work = Promise.all([payments(), webhooks()])
  // Told when it closes.
  work.catch(() => undefined)
  return {
    /** The longest that anybody waited since this was last asked, in milliseconds. */
    takeLongest: async () => {
      await delay(AFTERWARDS_MS)
      const longest = seen.longestMs
      seen.longestMs = 0
      return longest
    },
    /** @returns how many rows it wrote */
    close: async () => {
      isOpen = false
      await work.finally(() => sql.destroy())
      return { transitions: seen.transitions, deliveries: seen.deliveries }
    },
  }
}

/** Makes so many of the invoices open again, and returns their ids. */
export async function reopenInvoices(sql: Knex, count: number): Promise<string[]> {
  const result: unknown = await sql.raw(
    `UPDATE checkout_uz_invoice SET state = 'pending' WHERE id IN (
       SELECT id FROM checkout_uz_invoice WHERE state = 'closed' LIMIT :count
     ) RETURNING id`,
    { count }
  )
  const rows = z.object({ rows: z.array(z.object({ id: z.string() })) }).parse(result).rows
  return rows.map(({ id }) => id)
}
