import { logIn, type Merchant } from "./merchant"
import { linkIn } from "./orders"
import type { Shop } from "./shop"

/** A shop with two cash desks that a link can be made at. */
export const TWO_DESKS = {
  providers: [{ id: "second", options: { cashDesk: "second", apiKey: "sandbox-key" } }],
}
export const SECOND = "pp_checkout-uz_second"
/** What an order is over unless a test says otherwise, in UZS. */
export const TOTAL = 45_000

/** The payment link of the order that a test has made ready, as a merchant who is logged in asks for it. */
export function paymentLinks(shop: Shop) {
  const ready = { orderId: "", merchant: undefined as Merchant | undefined }
  const merchant = () => {
    if (!ready.merchant) throw new Error("Nobody is logged in.")
    return ready.merchant
  }
  const path = (orderId = ready.orderId) => `/admin/checkout-uz/orders/${orderId}/payment-link`
  const link = async (orderId?: string) => linkIn(await merchant().get(path(orderId)))
  const make = async (body?: unknown, orderId?: string) => {
    const made = linkIn(await merchant().post(path(orderId), body))
    if (!made.invoice) throw new Error(`No link was made: ${JSON.stringify(made)}`)
    return made.invoice
  }
  const created = () => shop.sandbox.calls("create_payment")

  beforeEach(async () => {
    ready.merchant = await logIn(shop)
  })
  afterEach(() => shop.sandbox.clearFaults())

  return { ready, merchant, path, link, make, created }
}

/** The amounts of an order's payment collections, the oldest first, in UZS. */
export async function collectionsOf(shop: Shop, orderId: string): Promise<number[]> {
  const rows = await shop.sql(
    `SELECT c.amount FROM payment_collection c
       JOIN order_payment_collection l ON l.payment_collection_id = c.id
      WHERE l.order_id = ? AND l.deleted_at IS NULL AND c.deleted_at IS NULL ORDER BY c.created_at`,
    [orderId]
  )
  return rows.map((row) => Number(row["amount"]))
}
