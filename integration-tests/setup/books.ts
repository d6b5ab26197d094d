import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { eventually, type ReadyCart, type Shop } from "./shop"

/** Medusa's BigNumber objects and the driver's numeric texts alike. */
const money = z.unknown().optional().transform(Number).pipe(z.number())

const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  total: money,
  payment_status: z.string(),
  summary: z.looseObject({ paid_total: money, pending_difference: money }),
  transactions: z.array(z.looseObject({ reference: z.string(), amount: money })),
})

const paymentRowSchema = z.object({ captured: money, refunded: money, canceled: z.boolean() })
const invoiceRowSchema = z.object({
  number: z.string(),
  state: z.string(),
  blocker: z.string().nullable(),
  spent_by_session: z.string().nullable(),
})

/** Everything that must agree about one cart's money. Amounts in UZS. */
export type Books = {
  orders: z.infer<typeof orderSchema>[]
  payments: z.infer<typeof paymentRowSchema>[]
  invoices: z.infer<typeof invoiceRowSchema>[]
  captured: number
  refunded: number
  /** By the sandbox's own books, over all invoices ever made for the cart. */
  paidAtService: number
}

/** Whoever keeps the service's books in a test: the sandbox, unless something stands in for it. */
type ServiceBooks = { payment: (number: number) => Promise<{ status: string; amount: number }> }

/** The payment collections of one cart. */
const COLLECTIONS = "(SELECT payment_collection_id FROM cart_payment_collection WHERE cart_id = ?)"

/** Reads Medusa's books, the ledger's and the service's about one cart. */
export async function readBooks(
  shop: Shop,
  cart: ReadyCart,
  service: ServiceBooks = shop.sandbox
): Promise<Books> {
  const orders = await ordersOf(shop, cart.id)
  const payments = z.array(paymentRowSchema).parse(
    await shop.sql(
      `SELECT COALESCE((SELECT sum(amount) FROM capture c WHERE c.payment_id = p.id AND c.deleted_at IS NULL), 0) AS captured,
              COALESCE((SELECT sum(amount) FROM refund r WHERE r.payment_id = p.id AND r.deleted_at IS NULL), 0) AS refunded,
              p.canceled_at IS NOT NULL AS canceled
         FROM payment p WHERE p.deleted_at IS NULL AND p.payment_collection_id IN ${COLLECTIONS}`,
      [cart.id]
    )
  )
  // An invoice may have followed its cart to a fresh collection; its bindings name its sessions.
  const invoices = z.array(invoiceRowSchema).parse(
    await shop.sql(
      `SELECT number, state, blocker, spent_by_session FROM checkout_uz_invoice
        WHERE payment_collection_id IN ${COLLECTIONS} ORDER BY created_at`,
      [cart.id]
    )
  )
  const atService = await Promise.all(invoices.map(({ number }) => service.payment(Number(number))))
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    orders,
    payments,
    invoices,
    captured: sum(payments.map((payment) => payment.captured)),
    refunded: sum(payments.map((payment) => payment.refunded)),
    paidAtService: sum(
      atService.filter(({ status }) => status === "paid").map(({ amount }) => amount)
    ),
  }
}

async function ordersOf(shop: Shop, cartId: string) {
  const query = shop.container.resolve(ContainerRegistrationKeys.QUERY)
  const links = await query.graph({
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id: cartId },
  })
  const ids = z
    .array(z.object({ order_id: z.string() }))
    .parse(links.data)
    .map((link) => link.order_id)
  if (ids.length === 0) return []
  const orders = await query.graph({
    entity: "order",
    fields: [
      "id",
      "status",
      "total",
      "summary.*",
      "transactions.*",
      "payment_collections.status",
      "payment_collections.amount",
      "payment_collections.captured_amount",
      "payment_collections.refunded_amount",
    ],
    filters: { id: ids },
  })
  return z
    .array(
      orderSchema
        .omit({ payment_status: true })
        .extend({ payment_collections: z.array(z.looseObject({ status: z.string() })) })
        .transform(({ payment_collections, ...order }) => ({
          ...order,
          payment_status: payment_collections.map(({ status }) => status).join(","),
        }))
    )
    .parse(orders.data)
}

/**
 * Waits for the cart's invoice to be settled, then holds all books against each other: one order,
 * captured exactly once with exactly its total, and as much captured as the service was paid.
 *
 * @param invoices how many it was paid by: more than one where it was paid in parts
 */
export async function expectSettledOnce(
  shop: Shop,
  cart: ReadyCart,
  service: ServiceBooks = shop.sandbox,
  invoices = 1
): Promise<Books> {
  await eventually(
    () =>
      shop.sql(
        `SELECT 1 FROM checkout_uz_invoice
          WHERE state = 'settled' AND payment_collection_id IN ${COLLECTIONS}`,
        [cart.id]
      ),
    (settled) => settled.length >= invoices
  )
  const books = await readBooks(shop, cart, service)
  expect(books.orders).toHaveLength(1)
  expect(books.orders[0]).toMatchObject({
    status: "pending",
    total: cart.total,
    payment_status: "completed",
    summary: { paid_total: cart.total, pending_difference: 0 },
  })
  expect(books.orders[0]?.transactions).toEqual([
    expect.objectContaining({ reference: "capture", amount: cart.total }),
  ])
  expect(books.captured - books.refunded).toBe(cart.total)
  expect(books.invoices.filter(({ state }) => state === "settled")).toHaveLength(invoices)
  return books
}

/** Nothing was captured and no order was made for the cart. */
export async function expectNothingCaptured(
  shop: Shop,
  cart: ReadyCart,
  service: ServiceBooks = shop.sandbox
): Promise<Books> {
  const books = await readBooks(shop, cart, service)
  expect(books.orders).toHaveLength(0)
  expect(books.captured - books.refunded).toBe(0)
  return books
}

/** How many rows a table has. */
export async function rowsIn(shop: Shop, table: string): Promise<number> {
  const [row] = await shop.sql(`SELECT count(*)::int AS rows FROM "${table}"`)
  return z.object({ rows: z.number() }).parse(row).rows
}
