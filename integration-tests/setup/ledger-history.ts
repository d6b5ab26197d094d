import { z } from "zod"
import type { CheckoutUzModuleService, Invoice } from "../../src/modules/checkout-uz"
import { INVOICE_STATES, mayTransition } from "../../src/modules/checkout-uz/invoices/states"
import type { Shop } from "./shop"

const stateSchema = z.enum(INVOICE_STATES)
const linesSchema = z.array(
  z.object({ from: stateSchema, to: stateSchema, reason: z.string().nullable() })
)

/** The lines of an invoice's history: moves, and what happened to it within a state. */
export async function historyOf(shop: Shop, invoiceId: string) {
  return linesSchema.parse(
    await shop.sql(
      `SELECT from_state AS "from", to_state AS "to", reason FROM checkout_uz_invoice_transition
        WHERE invoice_id = ? ORDER BY created_at, id`,
      [invoiceId]
    )
  )
}

/** Its moves alone, as `from > to`. */
export async function transitionsIn(shop: Shop, invoiceId: string): Promise<string[]> {
  const lines = await historyOf(shop, invoiceId)
  return lines.filter(({ from, to }) => from !== to).map(({ from, to }) => `${from} > ${to}`)
}

/**
 * Holds an invoice's history against the table of moves: each move is allowed, and as often as a
 * state was entered it was left, but for the state the invoice is in.
 */
export async function expectChain(
  shop: Shop,
  ledger: CheckoutUzModuleService,
  id: string
): Promise<Invoice> {
  const invoice = await ledger.invoices.find(id)
  if (!invoice) throw new Error(`Invoice ${id} is gone.`)
  const visits = new Map<string, number>([["pending", 1]])
  for (const { from, to } of await historyOf(shop, id)) {
    if (from === to) continue
    expect({ from, to, allowed: mayTransition(from, to) }).toEqual({ from, to, allowed: true })
    visits.set(from, (visits.get(from) ?? 0) - 1)
    visits.set(to, (visits.get(to) ?? 0) + 1)
  }
  const open = [...visits].filter(([, count]) => count !== 0)
  expect(open).toEqual([[invoice.state, 1]])
  return invoice
}
