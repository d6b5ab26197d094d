import { z } from "zod"
import { eventually, type ReadyCart, type Shop } from "./shop"

const statusSchema = z.looseObject({
  status: z.string(),
  payment_url: z.string().nullable(),
  order_id: z.string().optional(),
  parts: z
    .object({
      of: z.number(),
      paid: z.number(),
      paid_amount: z.number(),
      amount: z.number().nullable(),
    })
    .nullish(),
})

/** What the return page of a payment session shows; asking settles what is paid. */
export async function sessionStatus(shop: Shop, sessionId: string) {
  const answer = await shop.store.get(`/store/checkout-uz/payment-sessions/${sessionId}`)
  return statusSchema.parse(answer.body)
}

/** Stays on the return page until it shows a status. */
export async function waitForStatus(shop: Shop, sessionId: string, status: string) {
  return eventually(
    () => sessionStatus(shop, sessionId),
    (shown) => shown.status === status,
    30_000
  )
}

/** The order numbers customers see, of all orders there are. They start at 1 in every test. */
export async function orderNumbers(shop: Shop): Promise<number[]> {
  const rows = await shop.sql(`SELECT display_id FROM "order" ORDER BY display_id`)
  return z
    .array(z.object({ display_id: z.number() }))
    .parse(rows)
    .map((row) => row.display_id)
}

/** The payment sessions of a cart's present payment collection. */
export async function sessionsOf(shop: Shop, cart: ReadyCart) {
  const rows = await shop.sql(
    `SELECT s.id, s.provider_id, s.status FROM payment_session s
       JOIN cart_payment_collection c ON c.payment_collection_id = s.payment_collection_id
      WHERE c.cart_id = ? AND c.deleted_at IS NULL AND s.deleted_at IS NULL
      ORDER BY s.created_at`,
    [cart.id]
  )
  return z
    .array(z.object({ id: z.string(), provider_id: z.string(), status: z.string() }))
    .parse(rows)
}

/** The states a cart's invoices went through, in order, as `from > to`. */
export async function transitionsOf(shop: Shop, number: number): Promise<string[]> {
  const rows = await shop.sql(
    `SELECT m.from_state || ' > ' || m.to_state AS move FROM checkout_uz_invoice_transition m
       JOIN checkout_uz_invoice i ON i.id = m.invoice_id
      WHERE i.number = ? ORDER BY m.created_at, m.id`,
    [String(number)]
  )
  return z
    .array(z.object({ move: z.string() }))
    .parse(rows)
    .map((row) => row.move)
}

/** The ledger's own id of the invoice that has a number. */
export async function invoiceId(shop: Shop, number: number): Promise<string> {
  const rows = await shop.sql("SELECT id FROM checkout_uz_invoice WHERE number = ?", [
    String(number),
  ])
  return z.tuple([z.object({ id: z.string() })]).parse(rows)[0].id
}
