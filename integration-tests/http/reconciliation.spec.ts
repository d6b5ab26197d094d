import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { bellSays } from "../setup/attention"
import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { ledgerOf } from "../setup/ledger"
import { booksAreDue } from "../setup/patience"
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
      await bellSays(shop, /does not let this server in/)
      const ledger = ledgerOf(shop)
      const [invoice] = await ledger.invoices.ofCollections([cart.collectionId])
      expect(await ledger.requests.verify(invoice?.id ?? "", { wait: true })).toMatchObject({
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
        `UPDATE checkout_uz_invoice SET state = 'paid', waiting_since = now(), next_check_at = now()
          WHERE number = ?`,
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
        `UPDATE checkout_uz_invoice SET state = 'paid', waiting_since = now(), spent_by_session = ?,
                next_check_at = now() WHERE number = ?`,
        [session.id, String(number)]
      )
      const putOff = () =>
        shop.sql(
          `SELECT blocker, next_check_at > now()
                  AND next_check_at <= now() + interval '15 seconds' AS soon
             FROM checkout_uz_invoice WHERE number = ?`,
          [String(number)]
        )
      // Core waits half a minute for a lock.
      const [row] = await eventually(putOff, ([now]) => now?.["soon"] === true, 50_000)
      // A lock says nothing about the cart, and no merchant is told of it.
      expect(row).toMatchObject({ blocker: null })
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
      const ledger = ledgerOf(shop)
      const [invoice] = await ledger.invoices.ofCollections([cart.collectionId])
      await ledger.requests.verify(invoice?.id ?? "", { wait: true })
      await completeCartWorkflow(shop.container).run({ input: { id: cart.id } })
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', settled_at = NULL, waiting_since = now(),
                next_check_at = now()
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

    it("money marked as returned before a crash is undone in Medusa by the comparison of the books", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, cart)
      const ledger = ledgerOf(shop)
      const [invoice] = await ledger.invoices.ofCollections([cart.collectionId])
      await shop.sql("UPDATE checkout_uz_invoice SET state = 'paid'")
      // As a server leaves it that stops right after it has ended the invoice.
      await ledger.payouts.returnMoney(
        { id: invoice?.id ?? "", spentBySession: session.id },
        { actorId: "user_merchant" }
      )
      await booksAreDue(shop)
      const books = await eventually(
        () => readBooks(shop, cart),
        ({ refunded }) => refunded > 0,
        BOOKS_MS
      )
      expect(books).toMatchObject({ captured: cart.total, refunded: cart.total })
      // What Medusa now calls refunded is on the list already.
      expect(await payoutsOf(shop)).toEqual([{ amount: cart.total, of_medusa: false }])
    })

    it("money captured on an order in the instant of its cancelling is found without the event", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, cart)
      await shop.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now()`)
      await booksAreDue(shop)
      const listed = await eventually(
        () => payoutsOf(shop),
        (rows) => rows.length > 0,
        BOOKS_MS
      )
      expect(listed).toEqual([{ amount: cart.total, of_medusa: true }])
      expect(await readBooks(shop, cart)).toMatchObject({ refunded: cart.total })
    })

    it("a hold whose cause is gone heals without anybody asking", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', blocker = 'provider_off',
                blocker_since = now(), waiting_since = now(), next_check_at = now() WHERE number = ?`,
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

/** Milliseconds in which the running server looks at the books that are due. */
const BOOKS_MS = 40_000

/** What is to be sent back by hand. */
function payoutsOf(shop: Shop) {
  return shop.sql(
    `SELECT amount::int, refund_id IS NOT NULL AS of_medusa FROM checkout_uz_payout
      WHERE completed_at IS NULL`
  )
}

/** What a webhook leaves in the database before it is answered and handled. */
async function checkSoonAsTheWebhookDoes(shop: Shop, cart: ReadyCart): Promise<void> {
  const ledger = ledgerOf(shop)
  const [invoice] = await ledger.invoices.ofCollections([cart.collectionId])
  if (!invoice) throw new Error("There is no invoice.")
  await ledger.invoices.enqueue(invoice.id)
}
