import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { invoicesAnswerSchema } from "../../src/contract"
import { getParsed } from "../setup/admin-answers"
import { expectSettledOnce, readBooks } from "../setup/books"
import { promotion } from "../setup/cart-changes"
import { logIn } from "../setup/merchant"
import { orderNumbers, sessionStatus, waitForStatus } from "../setup/progress"
import { describeShop, eventually, PROVIDER_ID, type ReadyCart, type Shop } from "../setup/shop"

describeShop(
  "an order before its payment",
  { plugin: { orderPlacement: "before_payment" } },
  (shop) => {
    it("is placed awaiting payment, and captured exactly once when the money comes", async () => {
      const { cart, session, number, orderId } = await placedCart(shop)
      const waiting = await readBooks(shop, cart)
      expect(waiting.orders).toMatchObject([
        {
          id: orderId,
          status: "pending",
          summary: { paid_total: 0, pending_difference: cart.total },
        },
      ])
      expect(waiting.payments).toEqual([])
      const shown = await sessionStatus(shop, session.id)
      expect(shown.status).toBe("awaiting_payment")
      expect(shown.payment_url).toBe(session.data.payment_url)

      await shop.sandbox.pay(number)
      const books = await expectSettledOnce(shop, cart)
      expect(books.captured).toBe(cart.total)
      expect(books.paidAtService).toBe(cart.total)
      expect(await sessionStatus(shop, session.id)).toMatchObject({
        status: "order_placed",
        order_id: orderId,
        payment_url: null,
      })
      expect(await orderNumbers(shop)).toEqual([1])
    })

    it("is placed, too, of a cart whose promotion was deleted since", async () => {
      const cart = await shop.readyCart()
      const code = await promotion(shop)
      await shop.store.ok("POST", `/store/carts/${cart.id}/promotions`, { promo_codes: [code] })
      await shop.store.startSession(cart.collectionId)
      await shop.sql("UPDATE promotion SET deleted_at = now() WHERE code = ?", [code])
      await complete(shop, cart)
      expect(await orderNumbers(shop)).toEqual([1])
    })

    it("lets its unpaid invoice be found by its number, and by the e-mail it was placed with", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.store.ok("POST", `/store/carts/${cart.id}`, { email: "Yangi@Example.uz" })
      const orderId = await complete(shop, cart)
      const merchant = await logIn(shop)
      const find = async (q: string) =>
        (
          await getParsed(
            merchant,
            `/admin/checkout-uz/invoices?q=${encodeURIComponent(q)}`,
            invoicesAnswerSchema
          )
        ).invoices
      const [found] = await eventually(
        () => find("#1"),
        (invoices) => invoices.length > 0
      )
      expect(found).toMatchObject({
        number,
        state: "pending",
        order: { id: orderId, display_id: 1 },
        email: "yangi@example.uz",
      })
      expect(await find("YANGI@")).toHaveLength(1)
    })

    it("is captured once when only the return page asks", async () => {
      const { cart, session, number } = await placedCart(shop)
      await shop.sandbox.pay(number, "drop")
      await waitForStatus(shop, session.id, "order_placed")
      await expectSettledOnce(shop, cart)
    })

    it("is captured at once when the money came before the cart was completed", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await complete(shop, cart)
      await expectSettledOnce(shop, cart)
      expect(await orderNumbers(shop)).toEqual([1])
    })

    it("is captured once when webhook and return page come in the same instant, five times", async () => {
      for (let round = 0; round < 5; round++) {
        const { cart, session, number } = await placedCart(shop)
        await Promise.all([
          shop.sandbox.pay(number, "twice"),
          sessionStatus(shop, session.id),
          sessionStatus(shop, session.id),
        ])
        const books = await expectSettledOnce(shop, cart)
        expect(books.captured).toBe(cart.total)
      }
    })

    it("keeps its money when the session was deleted while it awaited payment", async () => {
      const { cart, session, number } = await placedCart(shop)
      await shop.container.resolve(Modules.PAYMENT).deletePaymentSession(session.id)
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, cart)
    })

    it("holds money that comes after it was cancelled, and captures nothing", async () => {
      const { cart, session, number, orderId } = await placedCart(shop)
      await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
      expect(await sessionStatus(shop, session.id)).toMatchObject({
        status: "canceled",
        payment_url: null,
      })

      await shop.sandbox.pay(number)
      await eventually(
        () => readBooks(shop, cart),
        ({ invoices }) => invoices[0]?.blocker != null
      )
      // Whoever asks again, core's own route included, nothing changes.
      await complete(shop, cart)
      expect(await sessionStatus(shop, session.id)).toMatchObject({
        status: "held",
        payment_url: null,
      })
      const books = await readBooks(shop, cart)
      expect(books.invoices).toMatchObject([
        { state: "paid", blocker: "order_canceled", spent_by_session: null },
      ])
      expect(books).toMatchObject({ captured: 0, refunded: 0, payments: [] })
      expect(books.orders).toMatchObject([{ status: "canceled", transactions: [] }])
      expect(books.paidAtService).toBe(cart.total)
    })

    it("takes no further session once it is cancelled", async () => {
      const { cart, orderId } = await placedCart(shop)
      await cancelOrderWorkflow(shop.container).run({ input: { order_id: orderId } })
      const answer = await shop.store.post(
        `/store/payment-collections/${cart.collectionId}/payment-sessions`,
        { provider_id: PROVIDER_ID }
      )
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: "not_payable",
          message: "This order was cancelled and can no longer be paid.",
        },
      })
    })

    it("hands the same invoice out again while it awaits payment", async () => {
      const { cart, number } = await placedCart(shop)
      const [again] = await shop.store.startSession(cart.collectionId)
      expect(again?.data.invoice_id).toBe(number)
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, cart)
    })
  }
)

/** A cart with its order placed and its invoice open. */
async function placedCart(shop: Shop) {
  const started = await shop.startedCart()
  return { ...started, orderId: await complete(shop, started.cart) }
}

/** Completes the cart and returns its order's id. */
async function complete(shop: Shop, cart: ReadyCart): Promise<string> {
  const body = await shop.store.ok("POST", `/store/carts/${cart.id}/complete`)
  return z.object({ type: z.literal("order"), order: z.object({ id: z.string() }) }).parse(body)
    .order.id
}
