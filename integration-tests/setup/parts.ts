import { z } from "zod"
import { expectSettledOnce } from "./books"
import { fillCart, reprice, withCollection } from "./carts"
import { eventually, PROVIDER_ID, type ReadyCart, type Shop } from "./shop"
import { sessionStatus } from "./progress"
import type { Session } from "./store-client"

/** Payments in UZS that take two and five invoices. */
const TWO_PARTS = "12345678"
export const FIVE_PARTS = "49999999"

export type StartedInParts = { cart: ReadyCart; session: Session; number: number }

/** A cart whose payment takes several invoices, with the session that leads to the first. */
export async function startedInParts(shop: Shop, total = TWO_PARTS): Promise<StartedInParts> {
  const cart = await shop.cartOver(total)
  const [session] = await shop.store.startSession(cart.collectionId, PROVIDER_ID)
  const number = session?.data.invoice_id
  if (!session || number === undefined) throw new Error("No payment session was started.")
  return { cart, session, number }
}

/** A cart of so many of one thing at a price in UZS, with a session of ours. */
export async function startedWith(shop: Shop, price: string, quantity: number, variantIndex = 0) {
  const id = await fillCart(shop, variantIndex, quantity)
  await reprice(shop, id, price)
  const cart = await withCollection(shop, id)
  const [session] = await shop.store.startSession(cart.collectionId, PROVIDER_ID)
  if (!session) throw new Error("No payment session was started.")
  return { cart, session }
}

/** Changes how many of its one thing a cart has, as its customer does. */
export async function setQuantity(shop: Shop, { id }: ReadyCart, quantity: number) {
  const [line] = await shop.sql("SELECT id FROM cart_line_item WHERE cart_id = ?", [id])
  return shop.store.post(`/store/carts/${id}/line-items/${String(line?.["id"])}`, { quantity })
}

/** Lets the invoices of a cart that are open run out. */
export async function partsRunOut(shop: Shop, { collectionId }: ReadyCart): Promise<void> {
  await shop.sql(
    `UPDATE checkout_uz_invoice SET expires_at = now() - interval '1 minute'
      WHERE payment_collection_id = ? AND state = 'pending'`,
    [collectionId]
  )
}

const partSchema = z.object({
  number: z.coerce.number(),
  state: z.string(),
  blocker: z.string().nullable(),
  amount: z.coerce.number(),
  position: z.number().nullable(),
  count: z.number().nullable(),
  spent_by_session: z.string().nullable(),
})

/** Every invoice of a cart, the oldest first. Amounts in UZS. */
export async function partsOf(shop: Shop, { collectionId, id }: ReadyCart) {
  const rows = await shop.sql(
    `SELECT number, state, blocker, invoice_amount AS amount, part_position AS position,
            part_count AS count, spent_by_session
       FROM checkout_uz_invoice WHERE payment_collection_id = ? OR cart_id = ? ORDER BY created_at`,
    [collectionId, id]
  )
  return z.array(partSchema).parse(rows)
}

/** Waits until a part of a cart's payment is due, and returns its number. */
export async function duePart(shop: Shop, cart: ReadyCart, position: number): Promise<number> {
  const isDue = ({ state, position: of }: z.output<typeof partSchema>) =>
    state === "pending" && of === position
  const parts = await eventually(
    () => partsOf(shop, cart),
    (all) => all.some(isDue)
  )
  return parts.findLast(isDue)?.number ?? 0
}

/** Pays for the parts of a cart in their turn, up to one of them. */
export async function payParts(
  shop: Shop,
  cart: ReadyCart,
  { from = 1, upTo }: { from?: number; upTo: number }
): Promise<void> {
  for (let position = from; position <= upTo; position++) {
    await shop.sandbox.pay(await duePart(shop, cart, position))
  }
}

/** Waits until parts of a cart's payment are known to have come. */
export async function untilPartsCame(shop: Shop, sessionId: string, paid: number) {
  return eventually(
    () => sessionStatus(shop, sessionId),
    ({ parts }) => parts?.paid === paid
  )
}

/** One order, captured exactly once with exactly its total, in so many parts. */
export async function expectSettledInParts(
  shop: Shop,
  cart: ReadyCart,
  count: number,
  sandbox = shop.sandbox
) {
  const books = await expectSettledOnce(shop, cart, sandbox, count)
  expect(books.payments).toHaveLength(1)
  const spenders = books.invoices.filter(({ state }) => state === "settled")
  expect(new Set(spenders.map(({ spent_by_session }) => spent_by_session)).size).toBe(1)
  return books
}

/** Lets the parts that have come have waited for the others as long as they are waited for. */
export async function waitingIsOver(shop: Shop): Promise<void> {
  await shop.sql(
    `UPDATE checkout_uz_invoice SET held_from = now() - interval '1 second'
      WHERE state = 'paid' AND blocker = 'part_paid'`
  )
}
