import { z } from "zod"
import { paymentLinkAnswerSchema, type PaymentLink } from "../../src/contract"
import { askAdmin } from "./merchant"
import { eventually, OTHER_PROVIDER_ID, type Shop } from "./shop"
import type { Answer } from "./store-client"

const completedSchema = z.object({ type: z.literal("order"), order: z.object({ id: z.string() }) })
const money = z.unknown().optional().transform(Number).pipe(z.number())

/** Places an order over a total in UZS that is to be paid by hand; returns its id. */
export async function placedOrder(shop: Shop, total = "45000"): Promise<string> {
  const cart = await shop.cartOver(total)
  await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
  return complete(shop, cart.id)
}

/** Places the order of a cart that can be completed; returns the order's id. */
export async function complete(shop: Shop, cartId: string): Promise<string> {
  const answer = await shop.store.ok("POST", `/store/carts/${cartId}/complete`)
  return completedSchema.parse(answer).order.id
}

/** Tries to complete a cart, and returns whatever is answered. */
export function tryToComplete(shop: Shop, cartId: string): Promise<Answer> {
  return shop.store.post(`/store/carts/${cartId}/complete`)
}

/** A draft order over 45,000 UZS, as a merchant makes one; returns its id. */
export async function draftOrder(shop: Shop): Promise<string> {
  const [variant] = shop.variants
  const channels = await shop.sql(`SELECT id FROM sales_channel WHERE deleted_at IS NULL`)
  const answer = await askAdmin(shop, "POST", "/admin/draft-orders", {
    region_id: shop.regionId,
    email: "telefonda@example.uz",
    sales_channel_id: channels[0]?.["id"],
    items: [{ variant_id: variant?.id, quantity: 1 }],
    shipping_methods: [],
  })
  return z.object({ draft_order: z.object({ id: z.string() }) }).parse(answer).draft_order.id
}

/** Adds one more of the first variant (45,000 UZS) to an order. */
export async function addItem(shop: Shop, orderId: string, quantity = 1): Promise<void> {
  const [variant] = shop.variants
  await askAdmin(shop, "POST", "/admin/order-edits", { order_id: orderId })
  await askAdmin(shop, "POST", `/admin/order-edits/${orderId}/items`, {
    items: [{ variant_id: variant?.id, quantity }],
  })
  await askAdmin(shop, "POST", `/admin/order-edits/${orderId}/confirm`)
}

/** Sets how many there are of an order's item whose price is this, in UZS. */
export async function changeQuantity(
  shop: Shop,
  orderId: string,
  { unitPrice, quantity }: { unitPrice: number; quantity: number }
): Promise<void> {
  const [item] = await shop.sql(
    `SELECT i.item_id AS id FROM order_item i JOIN order_line_item l ON l.id = i.item_id
      WHERE i.order_id = ? AND l.unit_price = ? AND i.deleted_at IS NULL
      ORDER BY i.version DESC LIMIT 1`,
    [orderId, unitPrice]
  )
  await askAdmin(shop, "POST", "/admin/order-edits", { order_id: orderId })
  await askAdmin(shop, "POST", `/admin/order-edits/${orderId}/items/item/${String(item?.["id"])}`, {
    quantity,
  })
  await askAdmin(shop, "POST", `/admin/order-edits/${orderId}/confirm`)
}

/** Reads an answer of the payment link's route, which must be a good one. */
export function linkIn(answer: Answer): PaymentLink {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return paymentLinkAnswerSchema.strict().parse(answer.body)
}

const orderSchema = z.object({
  status: z.string(),
  payment_status: z.string(),
  summary: z.object({ paid_total: money, pending_difference: money }),
})

const invoiceSchema = z.object({
  number: z.coerce.number(),
  state: z.string(),
  blocker: z.string().nullable(),
  amount: money,
})

/** An order's money in Medusa's books and in the ledger's. Amounts in UZS. */
export async function orderBooks(shop: Shop, orderId: string) {
  const { order } = z
    .object({ order: orderSchema })
    .parse(
      await askAdmin(
        shop,
        "GET",
        `/admin/orders/${orderId}?fields=id,status,payment_status,summary.*,payment_collections.*`
      )
    )
  const collections = `(SELECT payment_collection_id FROM order_payment_collection WHERE order_id = ?)`
  const sum = async (table: string) => {
    const rows = await shop.sql(
      `SELECT COALESCE(sum(t.amount), 0) AS total FROM ${table} t JOIN payment p ON p.id = t.payment_id
        WHERE t.deleted_at IS NULL AND p.payment_collection_id IN ${collections}`,
      [orderId]
    )
    return Number(rows[0]?.["total"])
  }
  const invoices = await shop.sql(
    `SELECT number, state, blocker, session_amount AS amount
       FROM checkout_uz_invoice WHERE payment_collection_id IN ${collections}
      ORDER BY created_at, number`,
    [orderId]
  )
  return {
    ...order,
    captured: await sum("capture"),
    refunded: await sum("refund"),
    invoices: z.array(invoiceSchema).parse(invoices),
  }
}

/** Waits until every invoice the service was paid for stands as a payment or is put aside. */
export async function booksAfterPayment(shop: Shop, orderId: string, number: number) {
  await eventually(
    () => orderBooks(shop, orderId),
    ({ invoices }) =>
      invoices.some(
        (invoice) =>
          invoice.number === number &&
          (invoice.state === "settled" || (invoice.state === "paid" && invoice.blocker !== null))
      )
  )
  return orderBooks(shop, orderId)
}
