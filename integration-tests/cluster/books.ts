import type { Client } from "pg"
import { z } from "zod"
import { call } from "../../scripts/demo/http"
import type { Cluster } from "./cluster"

const money = z.coerce.number()
const text = z.string()

const invoiceSchema = z.object({
  number: money,
  state: text,
  hold_reason: text.nullable(),
  cart_id: text.nullable(),
  spent_by_session: text.nullable(),
  session_amount: money,
  last_error: text.nullable(),
  paid_at: z.date().nullable(),
  settled_at: z.date().nullable(),
  next_check_at: z.date().nullable(),
})
const paymentSchema = z.object({
  id: text,
  payment_session_id: text,
  payment_collection_id: text,
  captured: money,
  refunded: money,
  cart_ids: z.array(text),
  order_ids: z.array(text),
})
const orderSchema = z.object({
  id: text,
  status: text,
  cart_id: text.nullable(),
  /** The sum of its transactions: what the order itself says it was paid. */
  transactions: money,
})

/** What Medusa's admin shows of an order; amounts in UZS. */
const shownOrderSchema = z.object({
  id: text,
  status: text,
  payment_status: text,
  total: money,
  summary: z.looseObject({ paid_total: money }),
})

/** An invoice by the service's own books. */
type ServiceInvoice = { number: number; amount: number; paid: boolean }

/** Everything that is to be held against each other. Amounts in UZS. */
export type Books = {
  service: ServiceInvoice[]
  invoices: z.infer<typeof invoiceSchema>[]
  payments: z.infer<typeof paymentSchema>[]
  orders: z.infer<typeof orderSchema>[]
  /** The same orders as the merchant sees them. */
  shown: z.infer<typeof shownOrderSchema>[]
}

/** Reads the service's books, the ledger's, and Medusa's own. */
export async function readBooks(cluster: Cluster): Promise<Books> {
  const payments = await cluster.sandbox.payments()
  return {
    service: payments.map(({ id, amount, status }) => ({
      number: id,
      amount,
      paid: status === "paid",
    })),
    ...(await readDatabase(cluster.sql)),
    shown: await readAdmin(cluster),
  }
}

async function readDatabase(sql: Client) {
  const invoices = await sql.query(
    `SELECT number, state, hold_reason, cart_id, spent_by_session, session_amount, last_error,
            paid_at, settled_at, next_check_at
       FROM checkout_uz_invoice WHERE deleted_at IS NULL`
  )
  const payments = await sql.query(
    `SELECT p.id, p.payment_session_id, p.payment_collection_id,
            COALESCE((SELECT sum(amount) FROM capture c WHERE c.payment_id = p.id AND c.deleted_at IS NULL), 0) AS captured,
            COALESCE((SELECT sum(amount) FROM refund r WHERE r.payment_id = p.id AND r.deleted_at IS NULL), 0) AS refunded,
            ARRAY(SELECT cart_id FROM cart_payment_collection l
                   WHERE l.payment_collection_id = p.payment_collection_id AND l.deleted_at IS NULL) AS cart_ids,
            ARRAY(SELECT order_id FROM order_payment_collection l
                   WHERE l.payment_collection_id = p.payment_collection_id AND l.deleted_at IS NULL) AS order_ids
       FROM payment p WHERE p.deleted_at IS NULL`
  )
  const orders = await sql.query(
    `SELECT o.id, o.status, l.cart_id,
            COALESCE((SELECT sum(amount) FROM order_transaction t WHERE t.order_id = o.id AND t.deleted_at IS NULL), 0) AS transactions
       FROM "order" o LEFT JOIN order_cart l ON l.order_id = o.id AND l.deleted_at IS NULL
      WHERE o.deleted_at IS NULL`
  )
  return {
    invoices: z.array(invoiceSchema).parse(invoices.rows),
    payments: z.array(paymentSchema).parse(payments.rows),
    orders: z.array(orderSchema).parse(orders.rows),
  }
}

const PAGE = 100
const FIELDS = "id,status,payment_status,total,summary.*"

async function readAdmin({ servers, admin }: Cluster) {
  const url = servers[0].url
  const { token } = await call({
    method: "POST",
    url: `${url}/auth/user/emailpass`,
    body: admin,
    answer: z.object({ token: text }),
  })
  const shown: Books["shown"] = []
  for (;;) {
    const page = await call({
      method: "GET",
      url: `${url}/admin/orders?limit=${PAGE}&offset=${shown.length}&order=id&fields=${encodeURIComponent(FIELDS)}`,
      headers: { authorization: `Bearer ${token}` },
      answer: z.object({ orders: z.array(shownOrderSchema) }),
    })
    shown.push(...page.orders)
    if (page.orders.length < PAGE) return shown
  }
}
