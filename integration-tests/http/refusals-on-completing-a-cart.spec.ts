import type { IPaymentModuleService, IWorkflowEngineService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { WORDS } from "../../src/api/store/language"
import { underOwnerLock } from "../../src/payment-context"
import { workflowScope } from "../../src/workflows/scope"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { BROKEN_ENTRIES, repriced } from "../setup/core-routes"
import { CHANGES } from "../setup/cart-changes"
import { COUNTED, stock } from "../setup/faults"
import { waitForBlocker } from "../setup/held"
import { ledgerOf } from "../setup/ledger"
import { logIn } from "../setup/merchant"
import { LOCK_TEST_MS } from "../setup/patience"
import { expectRefused, LANGUAGES } from "../setup/refusal"
import { describeShop, OTHER_PROVIDER_ID } from "../setup/shop"

const orderBody = z.object({ type: z.literal("order"), order: z.object({ id: z.string() }) })

describeShop("a customer on Medusa's own routes", { providers: BROKEN_ENTRIES }, (shop) => {
  afterEach(async () => {
    await shop.sandbox.clearFaults()
    await shop.sandbox.settings({ ip_whitelist: null })
  })

  describe("who completes a cart", () => {
    const complete = (id: string, headers: Record<string, string>) =>
      shop.store.post(`/store/carts/${id}/complete`, {}, headers)

    it("reads in their language, with a code, that it comes to another amount than was paid", async () => {
      const merchant = await logIn(shop)
      const change = { order_placement: "before_payment" }
      expect(await merchant.post("/admin/checkout-uz/settings", change)).toMatchObject({
        status: 200,
      })
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await repriced(shop, cart)
      for (const language of LANGUAGES) {
        const answer = await complete(cart.id, { "accept-language": language })
        expectRefused(answer, { code: "cart_changed", words: "cart_changed", language })
      }
      await shop.sql("UPDATE cart SET locale = 'uz' WHERE id = ?", [cart.id])
      const answer = await complete(cart.id, { "accept-language": "de" })
      expectRefused(answer, { code: "cart_changed", words: "cart_changed", language: "uz" })
    })

    it("reads in their language that it waits for its payment, also where another provider's failed session lies beside ours", async () => {
      const { cart } = await shop.startedCart()
      const payment: IPaymentModuleService = shop.container.resolve(Modules.PAYMENT)
      const other = await payment.createPaymentSession(cart.collectionId, {
        provider_id: OTHER_PROVIDER_ID,
        amount: cart.total,
        currency_code: "uzs",
        data: {},
      })
      // Of two pending sessions core authorizes whichever PostgreSQL happens to return first.
      await shop.sql("UPDATE payment_session SET status = 'error' WHERE id = ?", [other.id])
      for (const language of LANGUAGES) {
        expect(await complete(cart.id, { "accept-language": language })).toMatchObject({
          status: 200,
          body: {
            type: "cart",
            cart: { id: cart.id },
            error: {
              type: "payment_requires_more_error",
              message: WORDS[language].payment_awaited,
            },
          },
        })
      }
    })

    it(
      "reads in their language that somebody else is at it, where its lock is taken",
      async () => {
        const { cart, number } = await shop.startedCart()
        await shop.sandbox.pay(number, "drop")
        await underOwnerLock(workflowScope(shop.container), cart.id, async () => {
          const answers = await Promise.all(
            LANGUAGES.map((language) => complete(cart.id, { "accept-language": language }))
          )
          for (const [at, language] of LANGUAGES.entries()) {
            expectRefused(answers[at], { code: "in_progress", words: "in_progress", language })
          }
        })
        await expectNothingCaptured(shop, cart)
        expect(await complete(cart.id, {})).toMatchObject({ body: { type: "order" } })
        await expectSettledOnce(shop, cart)
      },
      LOCK_TEST_MS
    )

    it("reads in their language that their money is here, where the order waits for the merchant", async () => {
      const { cart, number } = await shop.startedCart(COUNTED)
      await stock(shop, 0)
      await shop.sandbox.pay(number, "drop")
      for (const language of LANGUAGES) {
        const answer = await complete(cart.id, { "accept-language": language })
        expectRefused(answer, { code: "payment_held", words: "payment_held", language })
      }
      await expectNothingCaptured(shop, cart)
    })

    it("reads that their money is here where Medusa refuses a cart that was emptied before it came", async () => {
      const { cart, number } = await shop.startedCart()
      const emptied = await CHANGES["removing an item"]?.(shop, cart)
      await shop.store.ok("DELETE", emptied?.path ?? "")
      await shop.sandbox.pay(number)
      await waitForBlocker(shop, number, "cart_changed")
      for (const language of LANGUAGES) {
        const answer = await complete(cart.id, { "accept-language": language })
        expectRefused(answer, { code: "payment_held", words: "payment_held", language })
      }
    })

    it("reads that it is still to be paid, and no word of stock, where it was changed since its payment was started", async () => {
      const { cart } = await shop.startedCart()
      const more = await CHANGES["adding an item"]?.(shop, cart)
      await shop.store.ok("POST", more?.path ?? "", more?.body)
      for (const language of LANGUAGES) {
        const answer = await complete(cart.id, { "accept-language": language })
        expectRefused(answer, { code: "not_completable", words: "payment_awaited", language })
      }
    })

    describe("that is paid afterwards", () => {
      const placedUnpaid = async (index?: number) => {
        const merchant = await logIn(shop)
        const change = { order_placement: "before_payment" }
        await merchant.post("/admin/checkout-uz/settings", change)
        return shop.startedCart(index)
      }
      const engine = (): IWorkflowEngineService => shop.container.resolve(Modules.WORKFLOW_ENGINE)

      it("reads in their language that no order can be made of it, and no order number is burnt", async () => {
        const { cart } = await placedUnpaid(COUNTED)
        await stock(shop, 0)
        const run = jest.spyOn(engine(), "run")
        for (const language of LANGUAGES) {
          const answer = await complete(cart.id, { "accept-language": language })
          expectRefused(answer, { code: "not_completable", words: "not_completable", language })
          expect(answer.body).toHaveProperty("detail", expect.stringMatching(/stock/))
        }
        expect(run).not.toHaveBeenCalled()
        run.mockRestore()
      })

      it("reads that their money is here, and no word of stock, where it came before the order", async () => {
        const { cart, number, session } = await placedUnpaid(COUNTED)
        await shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`)
        await shop.sandbox.pay(number, "drop")
        await stock(shop, 0)
        const answer = await complete(cart.id, { "accept-language": "uz" })
        expectRefused(answer, { code: "payment_held", words: "payment_held", language: "uz" })
      })

      it("gets the order of something whose variant was deleted since where Medusa places it", async () => {
        const { cart } = await placedUnpaid(COUNTED)
        const gone = "UPDATE product_variant SET deleted_at = now() WHERE id = ?"
        await shop.sql(gone, [shop.variants[COUNTED]?.id ?? ""])
        const refused = await complete(cart.id, { "accept-language": "uz" })
        expectRefused(refused, {
          code: "not_completable",
          words: "not_completable",
          language: "uz",
        })
        // Core asks the variant for the shipping it needs alone.
        await shop.sql("UPDATE cart_line_item SET requires_shipping = false WHERE cart_id = ?", [
          cart.id,
        ])
        expect(await complete(cart.id, {})).toMatchObject({ body: { type: "order" } })
      })

      it("reads that somebody is at it where another tab starts the payment in this moment", async () => {
        const { cart } = await placedUnpaid()
        const run = jest.spyOn(engine(), "run")
        const gone = { type: "not_found", message: "PaymentSession with id payses_1 was not found" }
        const errors = [
          { error: Object.assign(new Error(gone.message), gone, { __isMedusaError: true }) },
        ]
        run.mockResolvedValueOnce({ errors, transaction: { hasFinished: () => true } })
        const answer = await complete(cart.id, { "accept-language": "uz" })
        expectRefused(answer, { code: "in_progress", words: "in_progress", language: "uz" })
        run.mockRestore()
      })

      it("gets one order, and no word of stock, where the cart's own order took the last one", async () => {
        const { cart } = await placedUnpaid(COUNTED)
        await stock(shop, 1)
        const answers = await Promise.all([1, 2, 3].map(() => complete(cart.id, {})))
        answers.push(await complete(cart.id, {}))
        const bodies = z.array(z.object({ body: orderBody })).parse(answers)
        expect(new Set(bodies.map(({ body }) => body.order.id)).size).toBe(1)
      })

      it("reads in their language that another completion is under way, and that one failed", async () => {
        const { cart } = await placedUnpaid()
        for (const language of LANGUAGES) {
          const run = jest.spyOn(engine(), "run")
          const unfinished = { errors: [], transaction: { hasFinished: () => false } }
          run.mockResolvedValueOnce(unfinished)
          const busy = await complete(cart.id, { "accept-language": language })
          expectRefused(busy, { code: "in_progress", words: "in_progress", language })
          run.mockRejectedValueOnce(new Error("Connection terminated unexpectedly"))
          const failed = await complete(cart.id, { "accept-language": language })
          expectRefused(failed, { code: "unavailable", words: "unexpected", language })
          run.mockRestore()
        }
      })

      it("reads in their language that it was not authorized, where the ledger failed", async () => {
        const { cart } = await placedUnpaid()
        for (const language of LANGUAGES) {
          const broken = jest.spyOn(ledgerOf(shop).settings, "current")
          broken.mockRejectedValue(new Error("Connection terminated unexpectedly"))
          const answer = await complete(cart.id, { "accept-language": language })
          broken.mockRestore()
          expect(answer).toMatchObject({
            status: 200,
            body: {
              type: "cart",
              error: {
                type: "payment_authorization_error",
                message: WORDS[language].unexpected,
              },
            },
          })
        }
      })
    })

    it("gets a refusal of Medusa's own, about a cart that has nothing to do with us, as Medusa gives it", async () => {
      const cart = await shop.readyCart()
      expect(await complete(cart.id, { "accept-language": "ru" })).toEqual({
        status: 400,
        body: {
          type: "invalid_data",
          message: "Payment sessions are required to complete cart",
        },
      })
    })
  })
})
