import { z } from "zod"
import { moneyOf } from "./held"
import { askAdmin, logIn } from "./merchant"
import { linkIn } from "./orders"
import { eventually, type Shop } from "./shop"

/** Waits until an invoice's money stands, or something is in its way. */
export async function decided(shop: Shop, number: number) {
  const { state, blocker, facts } = await eventually(
    () => moneyOf(shop, number),
    (money) => money.state === "settled" || (money.state === "paid" && money.blocker !== null)
  )
  return { state, blocker, facts }
}

/** What is on the list of money to send back, of one invoice, in UZS, the oldest first. */
export async function payoutsOf(shop: Shop, number: number): Promise<number[]> {
  const rows = await shop.sql(
    `SELECT p.amount FROM checkout_uz_payout p JOIN checkout_uz_invoice i ON i.id = p.invoice_id
      WHERE i.number = ? AND p.deleted_at IS NULL ORDER BY p.created_at`,
    [String(number)]
  )
  return z
    .array(z.object({ amount: z.coerce.number() }))
    .parse(rows)
    .map(({ amount }) => amount)
}

/** The one payment of an order that has captured money. */
export async function capturedPayment(shop: Shop, orderId: string): Promise<string> {
  const rows = await shop.sql(
    `SELECT p.id FROM payment p
       JOIN order_payment_collection l ON l.payment_collection_id = p.payment_collection_id
      WHERE l.order_id = ? AND EXISTS (SELECT 1 FROM capture c WHERE c.payment_id = p.id)`,
    [orderId]
  )
  expect(rows).toHaveLength(1)
  return z.object({ id: z.string() }).parse(rows[0]).id
}

/** Another payment collection for an order, over an amount in UZS, as a merchant makes one. */
export async function secondCollection(
  shop: Shop,
  orderId: string,
  amount: number
): Promise<string> {
  const made = await askAdmin(shop, "POST", "/admin/payment-collections", {
    order_id: orderId,
    amount,
  })
  const schema = z.object({ payment_collection: z.object({ id: z.string() }) })
  return schema.parse(made).payment_collection.id
}

/** Lets the customer off some of what is open on an order, in UZS. */
export async function credit(shop: Shop, orderId: string, amount: number): Promise<void> {
  await askAdmin(shop, "POST", `/admin/orders/${orderId}/credit-lines`, {
    amount,
    reference: "goodwill",
    reference_id: "1",
  })
}

/** Makes a payment link, or hands out the one there is; returns the invoice's number and amount. */
export async function linkOver(shop: Shop, orderId: string) {
  const made = await askAdmin(shop, "POST", `/admin/checkout-uz/orders/${orderId}/payment-link`)
  return z.object({ invoice: z.object({ number: z.number(), amount: z.number() }) }).parse(made)
    .invoice
}

/** The payment link of an order, as its page shows it. */
export async function linkFor(shop: Shop, orderId: string) {
  const merchant = await logIn(shop)
  return linkIn(await merchant.get(`/admin/checkout-uz/orders/${orderId}/payment-link`))
}

/** No link is made for an order, since there is nothing to pay. */
export async function expectNothingOpen(shop: Shop, orderId: string): Promise<void> {
  const merchant = await logIn(shop)
  const path = `/admin/checkout-uz/orders/${orderId}/payment-link`
  const sentence = "Nothing is open on this order."
  expect(await linkFor(shop, orderId)).toMatchObject({ open_amount: 0, reason_against: sentence })
  expect(await merchant.post(path)).toMatchObject({ status: 409, body: { message: sentence } })
}

/** Gives an order's money back in Medusa: an amount in UZS, or all of it. */
export async function refund(shop: Shop, orderId: string, amount?: number): Promise<void> {
  const payment = await capturedPayment(shop, orderId)
  await askAdmin(shop, "POST", `/admin/payments/${payment}/refund`, { amount })
}
