import { z } from "zod"
import { seedAdminUser } from "../../examples/demo-store/src/seed/admin-user"
import { invoiceAnswerSchema, receiptAnswerSchema } from "../../src/contract"
import { getParsed, refusalIn } from "../setup/admin-answers"
import { check, INVOICES } from "../setup/admin-invoices"
import { askAdmin, logIn, type Merchant } from "../setup/merchant"
import { settledCart } from "../setup/paid-carts"
import { invoiceId } from "../setup/progress"
import { describeShop, eventually, type Shop } from "../setup/shop"
import { announcement, BARE_ADDRESS, postHook } from "../setup/webhooks"

const CARD = "8600123412341234"

describeShop("the merchant's invoices, one by one", {}, (shop) => {
  describe("in detail", () => {
    it("show what happened, what was announced and what is to be sent back", async () => {
      const { cart, number } = await settledCart(shop)
      const details = { card: CARD, pan: Number(CARD), note: "paid" }
      const data = { order_id: number, amount: cart.total, status: "paid" }
      const body = { ...data, currency: "UZS", provider_details: details }
      await postHook(shop, BARE_ADDRESS, announcement(number, cart.total, { data: body }))
      const payments = await shop.sql("SELECT id FROM payment")
      await askAdmin(shop, "POST", `/admin/payments/${String(payments[0]?.["id"])}/refund`, {
        amount: 10_000,
      })
      const merchant = await logIn(shop)
      const id = await invoiceId(shop, number)
      const { invoice } = await eventually(
        () => detail(merchant, id),
        (shown) => shown.invoice.deliveries.length === 2
      )
      expect(invoice).toMatchObject({
        number,
        state: "settled",
        order: { display_id: 1, is_draft: false },
        customer: {
          email: "xaridor@example.uz",
          name: "Dilnoza Karimova",
          phone: "+998901234567",
        },
        items: [{ title: expect.any(String) as unknown, quantity: expect.any(Number) as unknown }],
        cart_id: cart.id,
        payment_collection_id: cart.collectionId,
        paid_amount: null,
        actions: [],
        moves: [
          { from: "pending", to: "paid", actor: null },
          { from: "paid", to: "settled", actor: null },
        ],
        payouts: [
          { kind: "refund", amount: 10_000, invoice_number: number, order: { display_id: 1 } },
        ],
      })
      const [own, forged] = invoice.deliveries
      expect(own).toMatchObject({ token_matched: true, provider_details: { service_id: 4242 } })
      expect(own?.body).toContain(`"order_id":${number}`)
      const hidden = "************1234"
      expect(forged).toMatchObject({
        token_matched: false,
        provider_details: { card: hidden, pan: hidden, note: "paid" },
      })
      expect(JSON.stringify(invoice)).not.toContain(CARD)
    })

    it("name the user who did something by e-mail, and what can be done", async () => {
      const { number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await shop.sandbox.fault("status_payment", "wrong_amount")
      const id = await invoiceId(shop, number)
      const merchant = await logIn(shop)
      const held = await check(merchant, id)
      expect(held.problem).toBeNull()
      expect(held.invoice).toMatchObject({
        state: "paid",
        blocker: { reason: "amount_mismatch", asked: null, promised: null },
        paid_amount: held.invoice.amount + 1,
        actions: ["retry", "mark_returned"],
      })
      const token = await signIn(shop, "egasi@example.uz")
      const resolved = await fetch(`${shop.baseUrl}${INVOICES}/${id}/resolve`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ action: "mark_returned", note: "To the card, by hand" }),
      })
      expect(resolved.status).toBe(200)
      const { invoice } = await detail(merchant, id)
      expect(invoice.moves.at(-1)).toMatchObject({
        from: "paid",
        to: "returned",
        actor: { email: "egasi@example.uz" },
        note: "To the card, by hand",
      })
      expect(invoice).toMatchObject({ state: "returned", blocker: null, actions: [] })
      expect(invoice.payouts).toMatchObject([
        { kind: "return", amount: held.invoice.amount + 1, completed_at: null },
      ])
    })

    it("are unknown under an id that nothing has", async () => {
      const merchant = await logIn(shop)
      for (const id of ["cuinv_nobody", "%20", "..%2f..", "x".repeat(300)]) {
        const path = `${INVOICES}/${id}`
        const answers = [
          await merchant.get(path),
          await merchant.post(`${path}/check`),
          await merchant.get(`${path}/receipt`),
        ]
        for (const answer of answers) {
          expect(refusalIn(answer)).toMatchObject({
            status: 404,
            message: "There is no such invoice.",
          })
        }
      }
    })
  })

  describe("as a receipt", () => {
    it("show what the service has, once it has it", async () => {
      const { number } = await settledCart(shop)
      const merchant = await logIn(shop)
      const path = `${INVOICES}/${await invoiceId(shop, number)}/receipt`
      const early = await getParsed(merchant, path, receiptAnswerSchema)
      expect(early).toEqual({ receipt: null, problem: null })
      await shop.sandbox.advance(60)
      const { receipt, problem } = await getParsed(merchant, path, receiptAnswerSchema)
      expect(problem).toBeNull()
      expect(receipt).toContainEqual({
        name: "data.receipt_number",
        value: String(number),
        link: null,
      })
      const url = receipt?.find(({ name }) => name === "data.url")
      expect(url?.link).toMatch(/^https:\/\/ofd\.soliq\.uz\/check\?/)
    })

    it("have none, and ask for none, before the payment", async () => {
      const { number } = await shop.startedCart()
      const merchant = await logIn(shop)
      const path = `${INVOICES}/${await invoiceId(shop, number)}/receipt`
      const before = await shop.sandbox.calls("get_fiscal")
      expect(await getParsed(merchant, path, receiptAnswerSchema)).toEqual({
        receipt: null,
        problem: null,
      })
      expect(await shop.sandbox.calls("get_fiscal")).toBe(before)
    })

    it("say so where the service fails", async () => {
      const { number } = await settledCart(shop)
      const merchant = await logIn(shop)
      const path = `${INVOICES}/${await invoiceId(shop, number)}/receipt`
      await shop.sandbox.fault("get_fiscal", "http_500", 10)
      const failed = await getParsed(merchant, path, receiptAnswerSchema)
      await shop.sandbox.clearFaults()
      expect(failed).toMatchObject({ receipt: null, problem: { code: "service_failed" } })
    })
  })
})

function detail(merchant: Merchant, id: string) {
  return getParsed(merchant, `${INVOICES}/${id}`, invoiceAnswerSchema)
}

/** Signs a user of the admin in, and returns the token. */
async function signIn(shop: Shop, email: string): Promise<string> {
  const password = "choy-va-non"
  await seedAdminUser(shop.container, email, password)
  const response = await fetch(`${shop.baseUrl}/auth/user/emailpass`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  })
  return z.object({ token: z.string() }).parse(await response.json()).token
}
