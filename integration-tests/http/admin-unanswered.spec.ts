import {
  attentionAnswerSchema,
  dismissAnswerSchema,
  overviewAnswerSchema,
} from "../../src/contract"
import { getParsed, refusalIn, strictly } from "../setup/admin-answers"
import { logIn } from "../setup/merchant"
import { describeShop, type Shop } from "../setup/shop"

const ATTENTION = "/admin/checkout-uz/attention"
const dismissalOf = (id: string) => `/admin/checkout-uz/unanswered-invoices/${id}/dismiss`

describeShop("invoices that may exist at the service", {}, (shop) => {
  it("are listed with whom they were for and which invoices they may be", async () => {
    const cart = await shop.readyCart()
    await ask(shop, "cuask_1", { collection: cart.collectionId, cart: cart.id })
    const merchant = await logIn(shop)
    const { unanswered, unanswered_count, to_do_count } = await getParsed(
      merchant,
      ATTENTION,
      attentionAnswerSchema
    )
    expect({ unanswered_count, to_do_count }).toEqual({ unanswered_count: 1, to_do_count: 1 })
    expect(unanswered).toMatchObject([
      {
        id: "cuask_1",
        cash_desk: "main",
        amount: 65_000,
        currency_code: "uzs",
        order: null,
        customer: { email: "xaridor@example.uz" },
        cart_id: cart.id,
        candidates: [7001, 7002],
        paid_candidate: 7002,
      },
    ])
    const { attention_count } = await getParsed(
      merchant,
      "/admin/checkout-uz/cash-desks/main/overview",
      overviewAnswerSchema
    )
    expect(attention_count).toBe(1)
  })

  it("are nothing to do about as long as none of them is paid", async () => {
    await ask(shop, "cuask_1", { collection: "pay_col_1", cart: "cart_1" })
    await shop.sql("UPDATE checkout_uz_unanswered_creation SET paid_candidate = NULL")
    const merchant = await logIn(shop)
    expect(await getParsed(merchant, ATTENTION, attentionAnswerSchema)).toMatchObject({
      unanswered_count: 1,
      to_do_count: 0,
    })
  })

  it("are dismissed by who has looked into them, and stay so", async () => {
    await ask(shop, "cuask_1", { collection: "pay_col_gone", cart: "cart_gone" })
    const merchant = await logIn(shop)
    for (let clicks = 0; clicks < 2; clicks += 1) {
      const { status, body } = await merchant.post(dismissalOf("cuask_1"))
      expect(status).toBe(200)
      expect(strictly(dismissAnswerSchema, body)).toEqual({ dismissed: true })
    }
    expect(await getParsed(merchant, ATTENTION, attentionAnswerSchema)).toMatchObject({
      unanswered: [],
      unanswered_count: 0,
    })
    const rows = await shop.sql("SELECT dismissed_by FROM checkout_uz_unanswered_creation")
    expect(rows).toEqual([{ dismissed_by: merchant.id }])
  })

  it("are unknown under an id that nothing has, and nobody's without a login", async () => {
    const merchant = await logIn(shop)
    for (const id of ["cuask_nobody", "%20", "x".repeat(300)]) {
      expect(refusalIn(await merchant.post(dismissalOf(id)))).toMatchObject({ status: 404 })
    }
    const stranger = await fetch(`${shop.baseUrl}${dismissalOf("cuask_1")}`, { method: "POST" })
    expect(stranger.status).toBe(401)
  })
})

/** A request for an invoice that was not answered, with what the history has shown since. */
async function ask(
  shop: Shop,
  id: string,
  { collection, cart }: { collection: string; cart: string }
): Promise<void> {
  await shop.sql(
    `INSERT INTO checkout_uz_unanswered_creation
            (id, service_url, cash_desk, payment_collection_id, cart_id, invoice_amount,
             raw_invoice_amount, candidates, paid_candidate)
     VALUES (?, ?, 'main', ?, ?, 65000, '{"value":"65000","precision":20}', '{7001,7002}', '7002')`,
    [id, `${shop.sandbox.url}/api/v1`, collection, cart]
  )
}
