import { customer, type Cart, type Invoice } from "../../../scripts/demo/customer"
import { call } from "../../../scripts/demo/http"
import type { DemoState } from "../../../scripts/demo/state"
import { z } from "zod"
import { runSql } from "./store"

const SYSTEMS = ["click", "payme", "plum", "click", "paylov", "payme", "click"]
const PATIENCE = { everyMs: 200, limitMs: 60_000 }
/** Days over which what was paid is spread, so that the chart has days to show. */
const DAYS = 24

/** Lets customers pay and go away: all real, but for the days on which it was, and one silence. */
export async function fillLedger(state: DemoState, databaseUrl: string): Promise<void> {
  for (let n = 0; n < 14; n += 1) {
    const { invoice } = await checkOut(state, n)
    await pay(state, invoice.number, SYSTEMS[n % SYSTEMS.length] ?? "click")
    await customer(state).waitForOrder(invoice.sessionId, PATIENCE)
  }
  await spreadOverDays(databaseUrl)
  await checkOut(state, 2)
  await payForACartThatIsGone(state, databaseUrl)
  await askWithoutAnAnswer(state, databaseUrl)
}

/** A cart up to its invoice. */
export async function checkOut(state: DemoState, n = 0): Promise<{ cart: Cart; invoice: Invoice }> {
  const variant = state.variants[n % state.variants.length]
  if (!variant) throw new Error("The store sells nothing.")
  const browser = customer(state)
  const { id } = await browser.fillCart(variant.id)
  const cart = await browser.chooseDelivery(id)
  return { cart, invoice: await browser.startPayment(id) }
}

export async function pay(
  state: DemoState,
  number: string,
  payment_system: string,
  webhook: "send" | "drop" = "send"
): Promise<void> {
  await call({
    method: "POST",
    url: `${state.sandbox_url}/sandbox/payments/${number}/pay`,
    body: { payment_system, webhook },
    answer: z.unknown(),
  })
}

async function spreadOverDays(databaseUrl: string): Promise<void> {
  await runSql(
    databaseUrl,
    `WITH aged AS (
       SELECT id, number, make_interval(hours => CAST(
         (row_number() OVER (ORDER BY number DESC) - 1) * ${DAYS} * 24 / count(*) OVER () AS integer)) AS age
         FROM checkout_uz_invoice WHERE state = 'settled'),
     moves AS (
       UPDATE checkout_uz_invoice_transition m SET created_at = m.created_at - aged.age
         FROM aged WHERE m.invoice_id = aged.id),
     deliveries AS (
       UPDATE checkout_uz_webhook_delivery d SET created_at = d.created_at - aged.age
         FROM aged WHERE d.invoice_id IN (aged.id, aged.number))
     UPDATE checkout_uz_invoice i
        SET created_at = i.created_at - aged.age, paid_at = i.paid_at - aged.age,
            settled_at = i.settled_at - aged.age, expires_at = i.expires_at - aged.age,
            paid_at_text = to_char(CAST(i.paid_at_text AS timestamp) - aged.age, 'YYYY-MM-DD HH24:MI:SS')
       FROM aged WHERE aged.id = i.id`
  )
}

/** The customer's cart was deleted while they paid: the money is held. */
async function payForACartThatIsGone(state: DemoState, databaseUrl: string): Promise<void> {
  const { invoice } = await checkOut(state, 1)
  await runSql(
    databaseUrl,
    `UPDATE checkout_uz_invoice SET payment_collection_id = 'pay_col_gone', cart_id = NULL
      WHERE number = $1`,
    [invoice.number]
  )
  await pay(state, invoice.number, "payme")
}

/** The service made an invoice, was paid for it, and never answered that it had made one. */
async function askWithoutAnAnswer(state: DemoState, databaseUrl: string): Promise<void> {
  await runSql(
    databaseUrl,
    `INSERT INTO checkout_uz_unanswered_creation
            (id, service_url, cash_desk, payment_collection_id, cart_id, invoice_amount,
             raw_invoice_amount, candidates, paid_candidate)
     VALUES ('cuask_1', $1, 'main', 'pay_col_silent', 'cart_silent', 45000,
             '{"value":"45000","precision":20}', '{999001}', '999001')`,
    [`${state.sandbox_url}/api/v1`]
  )
}
