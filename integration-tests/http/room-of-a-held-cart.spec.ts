import { setTimeout as delay } from "node:timers/promises"
import type { ICartModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { breakDatabase, COUNTED, stock } from "../setup/faults"
import { letWait, moneyOf, payoutsIn, waitForBlocker } from "../setup/held"
import { logIn } from "../setup/merchant"
import { orderNumbers, sessionStatus, waitForStatus } from "../setup/progress"
import { expectSameReading } from "../setup/same-reading"
import { describeShop, eventually, type ReadyCart, type Shop } from "../setup/shop"
import { announcement, CORE_ADDRESS, postHook } from "../setup/webhooks"

describeShop("the held money of a cart", {}, (shop) => {
  afterEach(() => expectSameReading(shop))

  describe("that stands on nothing", () => {
    it("is in front of the merchant after two minutes with its true reason, rings once, and heals all the same", async () => {
      const { session, number } = await shop.startedCart(COUNTED)
      await stock(shop, 0)
      await shop.sandbox.pay(number)
      await waitForBlocker(shop, number, "not_completable")
      expect(await heldBy(shop)).toEqual([])
      expect(await sessionStatus(shop, session.id)).toMatchObject({ status: "paid" })

      await letWait(shop, number)
      const [held] = await heldBy(shop)
      expect(held).toMatchObject({ number, reason: "not_completable" })
      expect(held?.["last_error"]).toMatch(/out of stock/)
      await expectSameReading(shop)
      expect(await sessionStatus(shop, session.id)).toMatchObject({ status: "held" })
      await eventually(
        () => ringsAbout(shop, number),
        (rings) => rings === 1
      )

      await stock(shop, 5)
      await waitForStatusWithRetry(shop, session.id, number)
      expect(await heldBy(shop)).toEqual([])
      expect(await ringsAbout(shop, number)).toBe(1)
    }, 60_000)

    it("burns three order numbers at most, however often somebody announces it", async () => {
      const { cart, number } = await shop.startedCart()
      // Core makes the order first and fails afterwards, as when a promotion's last use is gone.
      const heal = await breakDatabase(shop, {
        table: "cart",
        on: "UPDATE",
        when: "NEW.completed_at IS NOT NULL",
        fails: true,
      })
      await shop.sandbox.pay(number)
      await waitForBlocker(shop, number, "not_completable")
      for (let announced = 0; announced < 8; announced++) {
        await postHook(shop, CORE_ADDRESS, announcement(number, cart.total))
        await postHook(shop, "/hooks/checkout-uz/main", announcement(number, cart.total))
        await shop.store.post(`/store/carts/${cart.id}/complete`)
        await delay(300)
      }
      await delay(6_000)
      expect((await moneyOf(shop, number)).completion_attempts).toBeLessThanOrEqual(3)
      await heal()
      const merchant = await logIn(shop)
      const [held] = await shop.sql("SELECT id FROM checkout_uz_invoice WHERE number = ?", [
        String(number),
      ])
      const retried = await merchant.post(
        `/admin/checkout-uz/invoices/${String(held?.["id"])}/resolve`,
        { action: "retry" }
      )
      expect(retried.status).toBe(200)
      const books = await expectSettledOnce(shop, cart)
      expect(books.refunded).toBe(0)
      const [last] = (await orderNumbers(shop)).slice(-1)
      expect(last).toBeLessThanOrEqual(4)
    }, 60_000)

    it("ends before it is sent back: nothing can be placed with it any more, and its pay-out waits to be ticked off", async () => {
      const { cart, session, number } = await shop.startedCart()
      await changeBehindCore(shop, cart, 2)
      await shop.sandbox.pay(number)
      await waitForBlocker(shop, number, "cart_changed")
      await letWait(shop, number)
      const merchant = await logIn(shop)
      const [row] = await shop.sql("SELECT id FROM checkout_uz_invoice WHERE number = ?", [
        String(number),
      ])
      const path = `/admin/checkout-uz/invoices/${String(row?.["id"])}/resolve`
      // The customer brings the cart back in the very moment of the click.
      const [returned] = await Promise.all([
        merchant.post(path, { action: "mark_returned" }),
        changeBehindCore(shop, cart, 1).then(() => sessionStatus(shop, session.id)),
      ])
      const money = await moneyOf(shop, number)
      if (returned.status === 200) {
        expect(money.state).toBe("returned")
        expect(await payoutsIn(shop)).toEqual([{ amount: cart.total, is_open: true }])
        await shop.store.post(`/store/carts/${cart.id}/complete`)
        await sessionStatus(shop, session.id)
        await expectNothingCaptured(shop, cart)
      } else {
        expect(returned.status).toBe(409)
        expect(await payoutsIn(shop)).toEqual([])
        await expectSettledOnce(shop, cart)
      }
      const again = await merchant.post(path, { action: "mark_returned" })
      expect(again.status).toBe(409)
    })
  })
})

/** Changes a cart's quantity as core does while a session is being started: without a refresh. */
async function changeBehindCore(shop: Shop, cart: ReadyCart, quantity: number): Promise<void> {
  const carts: ICartModuleService = shop.container.resolve(Modules.CART)
  const { items } = await carts.retrieveCart(cart.id, { relations: ["items"] })
  for (const { id } of items ?? []) await carts.updateLineItems(id, { quantity })
}

const heldSchema = z.looseObject({
  held: z.array(z.looseObject({ number: z.number(), reason: z.string() })),
})

async function heldBy(shop: Shop) {
  const merchant = await logIn(shop)
  const { body } = await merchant.get("/admin/checkout-uz/attention")
  return heldSchema.parse(body).held
}

async function ringsAbout(shop: Shop, number: number): Promise<number> {
  const rows = await shop.sql(
    `SELECT a.id FROM checkout_uz_alert a JOIN checkout_uz_invoice i ON i.id = a.invoice_id
      WHERE a.kind = 'invoice_held' AND i.number = ?`,
    [String(number)]
  )
  return rows.length
}

/** As the sweep comes round: the next attempt is due. */
async function waitForStatusWithRetry(shop: Shop, sessionId: string, number: number) {
  await shop.sql("UPDATE checkout_uz_invoice SET next_check_at = now() WHERE number = ?", [
    String(number),
  ])
  await waitForStatus(shop, sessionId, "order_placed")
}
