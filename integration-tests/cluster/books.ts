import type { Pool } from "pg"
import { z } from "zod"
import { call } from "../../scripts/demo/http"
import type { Cluster } from "./cluster"

const money = z.coerce.number()
const text = z.string()

const invoiceSchema = z.object({
  number: money,
  state: text,
  blocker: text.nullable(),
  cart_id: text.nullable(),
  /** In how many parts its payment is made, and what all of them come to; null for one at once. */
  part_count: money.nullable(),
  plan_amount: money.nullable(),
  /** It waits for the other parts of its payment, and these still have time. */
  has_time: z.boolean(),
  spent_by_session: text.nullable(),
  session_amount: money,
  last_error: text.nullable(),
  paid_at: z.date().nullable(),
  settled_at: z.date().nullable(),
  next_check_at: z.date().nullable(),
  /** What is on the list of pay-outs for it. */
  paid_out: money,
})
const paymentSchema = z.object({
  id: text,
  payment_session_id: text,
  payment_collection_id: text,
  /** What its payment collection asks for. */
  collection_amount: money,
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
  /** What is in front of the merchant: the paid invoices of each case, by their numbers. */
  attention: number[][]
}

/** Reads the service's books, the ledger's, and Medusa's own. */
export async function readBooks(cluster: Cluster): Promise<Books> {
  const payments = await cluster.sandbox.payments()
  const admin = await logIn(cluster)
  // First: what is settled after this look is settled in what is read next.
  const attention = await readAttention(admin)
  return {
    service: payments.map(({ id, amount, status }) => ({
      number: id,
      amount,
      paid: status === "paid",
    })),
    attention,
    ...(await readDatabase(cluster.sql)),
    shown: await readOrders(admin),
  }
}

async function readDatabase(sql: Pool) {
  const invoices = await sql.query(
    `SELECT number, state, blocker, cart_id, part_count, plan_amount,
            COALESCE(held_from > now(), false) AS has_time, spent_by_session, session_amount, last_error,
            paid_at, settled_at, next_check_at,
            COALESCE((SELECT sum(amount) FROM checkout_uz_payout p
                       WHERE p.invoice_id = i.id AND p.deleted_at IS NULL), 0) AS paid_out
       FROM checkout_uz_invoice i WHERE deleted_at IS NULL`
  )
  const payments = await sql.query(
    `SELECT p.id, p.payment_session_id, p.payment_collection_id,
            pc.amount AS collection_amount,
            COALESCE((SELECT sum(amount) FROM capture c WHERE c.payment_id = p.id AND c.deleted_at IS NULL), 0) AS captured,
            COALESCE((SELECT sum(amount) FROM refund r WHERE r.payment_id = p.id AND r.deleted_at IS NULL), 0) AS refunded,
            ARRAY(SELECT cart_id FROM cart_payment_collection l
                   WHERE l.payment_collection_id = p.payment_collection_id AND l.deleted_at IS NULL) AS cart_ids,
            ARRAY(SELECT order_id FROM order_payment_collection l
                   WHERE l.payment_collection_id = p.payment_collection_id AND l.deleted_at IS NULL) AS order_ids
       FROM payment p JOIN payment_collection pc ON pc.id = p.payment_collection_id
      WHERE p.deleted_at IS NULL`
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

type Admin = (path: string) => Pick<Parameters<typeof call>[0], "method" | "url" | "headers">

/** @returns how to read a path of the admin's API as a user of it */
async function logIn({ servers, admin }: Cluster): Promise<Admin> {
  const url = servers[0].url
  const { token } = await call({
    method: "POST",
    url: `${url}/auth/user/emailpass`,
    body: admin,
    answer: z.object({ token: text }),
  })
  return (path) => ({
    method: "GET",
    url: `${url}/admin${path}`,
    headers: { authorization: `Bearer ${token}` },
  })
}

async function readOrders(admin: Admin): Promise<Books["shown"]> {
  const shown: Books["shown"] = []
  for (;;) {
    const page = await call({
      ...admin(
        `/orders?limit=${PAGE}&offset=${shown.length}&order=id&fields=${encodeURIComponent(FIELDS)}`
      ),
      answer: z.object({ orders: z.array(shownOrderSchema) }),
    })
    shown.push(...page.orders)
    if (page.orders.length < PAGE) return shown
  }
}

const heldSchema = z.object({
  number: z.number(),
  parts: z.array(z.object({ invoice_number: z.number() })),
})

async function readAttention(admin: Admin): Promise<number[][]> {
  const cases: number[][] = []
  for (;;) {
    const { held } = await call({
      ...admin(`/checkout-uz/attention?limit=${PAGE}&offset=${cases.length}`),
      answer: z.object({ held: z.array(heldSchema) }),
    })
    for (const { number, parts } of held) {
      cases.push(parts.length > 0 ? parts.map(({ invoice_number }) => invoice_number) : [number])
    }
    if (held.length < PAGE) return cases
  }
}
