import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { CHECKOUT_UZ_MODULE, type CheckoutUzModuleService } from "../../src/modules/checkout-uz"
import { Modules } from "@medusajs/framework/utils"
import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { describeShop, eventually, type ReadyCart, type Shop } from "../setup/shop"

describeShop(
  "payments nobody told us about",
  { plugin: { reconcile: { sweepSeconds: 1 } } },
  (shop) => {
    it("are found and settled, without a webhook and without a return page", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      const books = await expectSettledOnce(shop, cart)
      expect(books.paidAtService).toBe(cart.total)
    })

    it("a key that is refused ends no watch, and is caught up with when it works again", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.settings({ ip_whitelist: ["10.0.0.1"] })
      await shop.sandbox.pay(number, "drop")
      // Past its lifetime and the watched days: taken for "not paid", a refusal would give it up now.
      await shop.sql(
        `UPDATE checkout_uz_invoice SET expires_at = now() - interval '8 days',
                created_at = now() - interval '8 days 1 hour', next_check_at = now() WHERE number = ?`,
        [String(number)]
      )
      await eventually(
        () => shop.sql("SELECT rejected_at FROM checkout_uz_cash_desk WHERE handle = 'main'"),
        ([desk]) => desk?.rejected_at !== null && desk !== undefined
      )
      const ledger = shop.container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
      const [invoice] = await ledger.findInvoicesOf([cart.collectionId])
      expect(await ledger.asking.verify(invoice?.id ?? "", { wait: true })).toMatchObject({
        kind: "unanswered",
        cause: "refused",
      })
      const { invoices } = await expectNothingCaptured(shop, cart)
      expect(invoices).toMatchObject([{ state: "pending" }])

      await shop.sandbox.settings({ ip_whitelist: null })
      await expectSettledOnce(shop, cart)
      expect(
        await shop.sql("SELECT rejected_at FROM checkout_uz_cash_desk WHERE handle = 'main'")
      ).toMatchObject([{ rejected_at: null }])
    })

    it("a payment verified before a crash, of which Medusa was not told, is settled", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      // As a server leaves it that stops right after the service's answer.
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', next_check_at = now() WHERE number = ?`,
        [String(number)]
      )
      await expectSettledOnce(shop, cart)
    })

    it("a cart that a dead server left locked is settled soon after its lock has run out", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      const locking = shop.container.resolve(Modules.LOCKING)
      const dead = { ownerId: "a server that died" }
      await locking.acquire(cart.id, dead)
      // It died between spending the money and booking it.
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', spent_by_session = ?, next_check_at = now()
          WHERE number = ?`,
        [session.id, String(number)]
      )
      const attempts = () =>
        shop.sql("SELECT settle_attempts FROM checkout_uz_invoice WHERE number = ?", [
          String(number),
        ])
      // Core waits half a minute for a lock.
      await eventually(attempts, ([row]) => row?.settle_attempts === 1, 50_000)
      await locking.release(cart.id, dead)
      await expectSettledOnce(shop, cart)
    }, 90_000)

    it("a webhook kept before a crash, that nobody handled, is settled", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      // The service's history is of no help, and the schedule is far away: only the queue says it.
      await shop.sandbox.fault("get_history", "http_500", 100)
      await shop.sql(
        "UPDATE checkout_uz_invoice SET next_check_at = now() + interval '1 day' WHERE number = ?",
        [String(number)]
      )
      await checkSoonAsTheWebhookDoes(shop, cart)
      await expectSettledOnce(shop, cart)
      await shop.sandbox.clearFaults()
    })

    it("a payment captured before a crash, of which the ledger was not told, is settled once", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      const ledger = shop.container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
      const [invoice] = await ledger.findInvoicesOfCollection(cart.collectionId)
      await ledger.asking.verify(invoice?.id ?? "", { wait: true })
      await completeCartWorkflow(shop.container).run({ input: { id: cart.id } })
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', settled_at = NULL, next_check_at = now()
          WHERE spent_by_session = ?`,
        [session.id]
      )
      const books = await expectSettledOnce(shop, cart)
      expect(books.captured).toBe(cart.total)
      expect(books.refunded).toBe(0)
    })

    it("a payment announced after the watched days is asked about, whatever the history says", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await shop.sandbox.fault("get_history", "http_500", 100)
      await shop.sql(
        "UPDATE checkout_uz_invoice SET state = 'closed', next_check_at = NULL WHERE number = ?",
        [String(number)]
      )
      await checkSoonAsTheWebhookDoes(shop, cart)
      await expectSettledOnce(shop, cart)
      await shop.sandbox.clearFaults()
    })

    it("money marked as returned before a crash is undone in Medusa by the next sweep", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, cart)
      await shop.sql(
        "UPDATE checkout_uz_invoice SET state = 'returned', next_check_at = now() WHERE number = ?",
        [String(number)]
      )
      // It went back already: nobody is asked to pay it out a second time.
      const [refund] = await eventually(
        () => shop.sql("SELECT completed_at IS NOT NULL AS done FROM checkout_uz_manual_refund"),
        (rows) => rows.length > 0
      )
      expect(refund).toEqual({ done: true })
      expect(await readBooks(shop, cart)).toMatchObject({ refunded: cart.total })
    })

    it("money captured on an order in the instant of its cancelling is found without the event", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, cart)
      await shop.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now()`)
      await shop.sql("UPDATE checkout_uz_invoice SET next_check_at = now() WHERE number = ?", [
        String(number),
      ])
      const refunds = await eventually(
        () => shop.sql("SELECT amount::int, completed_at FROM checkout_uz_manual_refund"),
        (rows) => rows.length > 0
      )
      expect(refunds).toEqual([{ amount: cart.total, completed_at: null }])
      expect(await readBooks(shop, cart)).toMatchObject({ refunded: cart.total })
    })

    it("a hold whose cause is gone heals without anybody asking", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', blocker = 'provider_off',
                next_check_at = now() WHERE number = ?`,
        [String(number)]
      )
      await expectSettledOnce(shop, cart)
    })

    it("an unpaid invoice is given up after the watched days, and a late payment still found", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sql(
        `UPDATE checkout_uz_invoice SET expires_at = now() - interval '8 days',
                created_at = now() - interval '8 days 1 hour', next_check_at = now() WHERE number = ?`,
        [String(number)]
      )
      await eventually(
        () => readBooks(shop, cart),
        ({ invoices }) => invoices[0]?.state === "closed"
      )
      await shop.sandbox.pay(number, "drop")
      await expectSettledOnce(shop, cart)
    })
  }
)

/** What a webhook leaves in the database before it is answered and handled. */
async function checkSoonAsTheWebhookDoes(shop: Shop, cart: ReadyCart): Promise<void> {
  const ledger = shop.container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const [invoice] = await ledger.findInvoicesOfCollection(cart.collectionId)
  if (!invoice) throw new Error("There is no invoice.")
  await ledger.checkSoon(invoice.id)
}
