import { Modules } from "@medusajs/framework/utils"
import { expectSettledOnce } from "../setup/books"
import { askAdmin, logIn, type Merchant } from "../setup/merchant"
import {
  addItem,
  booksAfterPayment,
  changeQuantity,
  draftOrder,
  linkIn,
  orderBooks,
  placedOrder,
} from "../setup/orders"
import { decided } from "../setup/room"
import { describeShop, PROVIDER_ID, type Shop } from "../setup/shop"

const SECOND = "pp_checkout-uz_second"
/** An order that was placed over this, and what one more item adds, in UZS. */
const TOTAL = 45_000
const MORE = 45_000

describeShop(
  "a payment link for an order",
  { providers: [{ id: "second", options: { cashDesk: "second", apiKey: "sandbox-key" } }] },
  (shop) => {
    const ready = { orderId: "", merchant: undefined as Merchant | undefined }
    const merchant = () => {
      if (!ready.merchant) throw new Error("Nobody is logged in.")
      return ready.merchant
    }
    const path = (orderId = ready.orderId) => `/admin/checkout-uz/orders/${orderId}/payment-link`
    const link = async (orderId?: string) => linkIn(await merchant().get(path(orderId)))
    const make = async (body?: unknown, orderId?: string) => {
      const made = linkIn(await merchant().post(path(orderId), body))
      if (!made.invoice) throw new Error(`No link was made: ${JSON.stringify(made)}`)
      return made.invoice
    }
    const created = () => shop.sandbox.calls("create_payment")

    beforeEach(async () => {
      ready.merchant = await logIn(shop)
    })
    afterEach(() => shop.sandbox.clearFaults())

    describe("placed with payment by hand and unpaid", () => {
      beforeEach(async () => {
        ready.orderId = await placedOrder(shop)
      })

      it("asks for the whole amount, and captures the order once it is paid", async () => {
        expect(await link()).toMatchObject({
          open_amount: TOTAL,
          currency_code: "uzs",
          provider_ids: [PROVIDER_ID, SECOND],
          reason_against: null,
          invoice: null,
        })
        const invoice = await make()
        expect(invoice).toMatchObject({
          state: "pending",
          amount: TOTAL,
          provider_id: PROVIDER_ID,
          email: "xaridor@example.uz",
          order: { id: ready.orderId, display_id: 1 },
        })
        expect(invoice.payment_url).toContain("/pay/")
        expect((await link()).invoice).toEqual(invoice)

        await shop.sandbox.pay(invoice.number)
        expect(await booksAfterPayment(shop, ready.orderId, invoice.number)).toMatchObject({
          status: "pending",
          // The promise to pay by hand is gone with it.
          payment_status: "captured",
          summary: { paid_total: TOTAL, pending_difference: 0 },
          captured: TOTAL,
          refunded: 0,
          invoices: [{ state: "settled" }],
        })
        expect(await link()).toMatchObject({
          open_amount: 0,
          provider_ids: [],
          reason_against: "Nothing is open on this order.",
          invoice: null,
        })
        expect(await merchant().post(path())).toMatchObject({
          status: 409,
          body: {
            type: "not_allowed",
            code: "nothing_open",
            message: "Nothing is open on this order.",
          },
        })
      })

      it("is one link, however often it is asked for, also twice at once", async () => {
        const before = await created()
        const [first, second] = await Promise.all([make(), make()])
        expect(second.number).toBe(first.number)
        expect((await make({ provider_id: PROVIDER_ID })).number).toBe(first.number)
        expect(await created()).toBe(before + 1)
      })

      it("goes to the other cash desk where the merchant says so, and the first link is superseded", async () => {
        const first = await make()
        const second = await make({ provider_id: SECOND })
        expect(second).toMatchObject({ provider_id: SECOND, cash_desk: "second", amount: TOTAL })
        expect(second.number).not.toBe(first.number)
        expect((await make()).number).toBe(second.number)
        expect((await orderBooks(shop, ready.orderId)).invoices).toMatchObject([
          { number: first.number },
          { number: second.number },
        ])
        // Both pages are open, and both are paid.
        await shop.sandbox.pay(second.number)
        await booksAfterPayment(shop, ready.orderId, second.number)
        await shop.sandbox.pay(first.number)
        expect(await booksAfterPayment(shop, ready.orderId, first.number)).toMatchObject({
          summary: { paid_total: TOTAL, pending_difference: 0 },
          captured: TOTAL,
          invoices: [
            { state: "paid", blocker: "nothing_owed" },
            { state: "settled", blocker: null },
          ],
        })
      })

      it("is replaced by another once its time is over", async () => {
        const first = await make()
        await shop.sql(
          `UPDATE checkout_uz_invoice SET expires_at = now() + interval '30 seconds' WHERE number = ?`,
          [String(first.number)]
        )
        expect((await link()).invoice).toBeNull()
        expect((await make()).number).not.toBe(first.number)
      })

      it("is not followed by another one when it was paid and nobody announced it", async () => {
        const { number } = await make()
        const before = await created()
        await shop.sandbox.pay(number, "drop")
        expect(await merchant().post(path())).toMatchObject({ status: 409 })
        expect(await created()).toBe(before)
        expect(await orderBooks(shop, ready.orderId)).toMatchObject({
          captured: TOTAL,
          invoices: [{ number, state: "settled" }],
        })
      })

      it("is not followed by another one while nobody can say whether it was paid", async () => {
        const first = await make()
        await shop.sql("UPDATE checkout_uz_invoice SET expires_at = now()")
        await shop.sandbox.fault("status_payment", "http_500", 100)
        const before = await created()
        expect(await merchant().post(path())).toMatchObject({
          status: 502,
          body: { code: "service_failed" },
        })
        expect(await created()).toBe(before)
        await shop.sandbox.clearFaults()
        expect((await make()).number).not.toBe(first.number)
      })

      it("is not shown beside money that has arrived and is not booked yet", async () => {
        const first = await make()
        const second = await make({ provider_id: SECOND })
        await shop.sql(
          `UPDATE checkout_uz_invoice SET state = 'paid', blocker = 'provider_off', paid_at = now()
            WHERE number = ?`,
          [String(first.number)]
        )
        expect((await link()).invoice).toBeNull()
        expect((await link()).reason_against).toContain(`invoice ${first.number}`)
        await shop.sql("UPDATE checkout_uz_invoice SET state = 'settled' WHERE number = ?", [
          String(first.number),
        ])
        expect((await link()).invoice).toMatchObject({ number: second.number })
      })

      it("is held as a second payment where the order was paid in another way meanwhile", async () => {
        const { number } = await make()
        const [payment] = await shop.sql(
          `SELECT p.id FROM payment p JOIN order_payment_collection c ON c.payment_collection_id = p.payment_collection_id
            WHERE c.order_id = ?`,
          [ready.orderId]
        )
        await askAdmin(shop, "POST", `/admin/payments/${String(payment?.["id"])}/capture`)
        expect((await link()).open_amount).toBe(0)
        await shop.sandbox.pay(number)
        expect(await booksAfterPayment(shop, ready.orderId, number)).toMatchObject({
          captured: TOTAL,
          summary: { pending_difference: 0 },
          invoices: [{ state: "paid", blocker: "nothing_owed" }],
        })
      })

      it("is held where the order was cancelled while it was open", async () => {
        const { number } = await make()
        await askAdmin(shop, "POST", `/admin/orders/${ready.orderId}/cancel`)
        expect(await link()).toMatchObject({
          invoice: null,
          provider_ids: [],
          reason_against: "This order was cancelled and can no longer be paid.",
        })
        expect(await merchant().post(path())).toMatchObject({ status: 409 })
        await shop.sandbox.pay(number)
        expect(await booksAfterPayment(shop, ready.orderId, number)).toMatchObject({
          status: "canceled",
          captured: 0,
          invoices: [{ state: "paid", blocker: "order_canceled" }],
        })
      })

      it("is given back by hand when the paid order is cancelled", async () => {
        const { number } = await make()
        await shop.sandbox.pay(number)
        await booksAfterPayment(shop, ready.orderId, number)
        await askAdmin(shop, "POST", `/admin/orders/${ready.orderId}/cancel`)
        expect(await orderBooks(shop, ready.orderId)).toMatchObject({
          status: "canceled",
          captured: TOTAL,
          refunded: TOTAL,
        })
        expect(await merchant().get("/admin/checkout-uz/attention")).toMatchObject({
          body: { held: [], payouts: [{ amount: TOTAL, order: { id: ready.orderId } }] },
        })
      })

      it.each([
        ["http_500", "service_unreachable"],
        ["wrong_amount", "service_failed"],
      ] as const)("says so where the service answers with %s", async (fault, code) => {
        await shop.sandbox.fault("create_payment", fault, 10)
        expect(await merchant().post(path())).toMatchObject({ status: 502, body: { code } })
        await shop.sandbox.clearFaults()
        expect((await make()).amount).toBe(TOTAL)
      })
    })

    describe("edited after it was paid", () => {
      beforeEach(async () => {
        const { cart, number } = await shop.startedCart()
        await shop.sandbox.pay(number)
        const books = await expectSettledOnce(shop, cart)
        ready.orderId = books.orders[0]?.id ?? ""
        await addItem(shop, ready.orderId)
      })

      it("asks for the difference only, in a collection of its own", async () => {
        const paid = (await orderBooks(shop, ready.orderId)).captured
        expect((await link()).open_amount).toBe(MORE)
        const { number, amount } = await make()
        expect(amount).toBe(MORE)
        await shop.sandbox.pay(number)
        expect(await booksAfterPayment(shop, ready.orderId, number)).toMatchObject({
          summary: { paid_total: paid + MORE, pending_difference: 0 },
          captured: paid + MORE,
          payment_status: "captured",
          invoices: [{ state: "settled" }, { state: "settled" }],
        })
        expect(await collectionsOf(shop, ready.orderId)).toEqual([paid, MORE])
      })

      it("is not followed by another one beside money whose payment collection was deleted", async () => {
        const { number } = await make()
        const [collection] = await shop.sql(
          "SELECT payment_collection_id AS id FROM checkout_uz_invoice WHERE number = ?",
          [String(number)]
        )
        const deleted = `/admin/payment-collections/${String(collection?.["id"])}`
        expect((await merchant().remove(deleted)).status).toBe(200)
        await shop.sandbox.pay(number)
        const books = await booksAfterPayment(shop, ready.orderId, number)
        expect(books).toMatchObject({ summary: { pending_difference: 0 } })
        const answer = await merchant().post(path())
        expect(answer).toMatchObject({
          status: 409,
          body: { message: "Nothing is open on this order." },
        })
      })

      it("and edited upwards again: the outdated link counts for its part, and the new one for the rest", async () => {
        const paid = (await orderBooks(shop, ready.orderId)).captured
        const outdated = await make()
        await addItem(shop, ready.orderId)
        expect(await link()).toMatchObject({ open_amount: 2 * MORE, invoice: null })
        const whole = await make()
        expect(whole.amount).toBe(2 * MORE)
        expect((await orderBooks(shop, ready.orderId)).invoices.slice(1)).toMatchObject([
          { number: outdated.number },
          { number: whole.number },
        ])

        await shop.sandbox.pay(outdated.number)
        expect(await booksAfterPayment(shop, ready.orderId, outdated.number)).toMatchObject({
          captured: paid + MORE,
          summary: { pending_difference: MORE },
          invoices: [{}, { state: "settled" }, { state: "pending" }],
        })
        // The link over everything would be too much now.
        const rest = await make()
        expect(rest.amount).toBe(MORE)
        await shop.sandbox.pay(whole.number)
        expect(await booksAfterPayment(shop, ready.orderId, whole.number)).toMatchObject({
          captured: paid + MORE,
          invoices: [{}, {}, { state: "paid", blocker: "nothing_owed" }, {}],
        })
        await shop.sandbox.pay(rest.number)
        expect(await booksAfterPayment(shop, ready.orderId, rest.number)).toMatchObject({
          captured: paid + 2 * MORE,
          summary: { pending_difference: 0 },
        })
      })

      it("and edited upwards again: the outdated link counts for its part although no new one was made", async () => {
        const paid = (await orderBooks(shop, ready.orderId)).captured
        const outdated = await make()
        await addItem(shop, ready.orderId)
        await shop.sandbox.pay(outdated.number)
        expect(await booksAfterPayment(shop, ready.orderId, outdated.number)).toMatchObject({
          captured: paid + MORE,
          summary: { pending_difference: MORE },
        })
      })

      it("and edited downwards again: the outdated link is held, and nothing too much is captured", async () => {
        const paid = (await orderBooks(shop, ready.orderId)).captured
        await addItem(shop, ready.orderId, 2)
        const outdated = await make()
        expect(outdated.amount).toBe(3 * MORE)
        await changeQuantity(shop, ready.orderId, { unitPrice: MORE, quantity: 1 })
        const now = await link()
        expect(now.open_amount).toBeLessThan(outdated.amount)
        expect(now.invoice).toBeNull()
        await shop.sandbox.pay(outdated.number)
        expect(await booksAfterPayment(shop, ready.orderId, outdated.number)).toMatchObject({
          captured: paid,
          invoices: [{}, { state: "paid", blocker: "nothing_owed" }],
        })
      })
    })

    describe("that is still a draft", () => {
      beforeEach(async () => {
        ready.orderId = await draftOrder(shop)
      })

      it.each(["before", "after"] as const)(
        "is captured when it is paid %s the draft becomes an order",
        async (when) => {
          expect((await link()).open_amount).toBe(TOTAL)
          const { number } = await make()
          const convert = () =>
            askAdmin(shop, "POST", `/admin/draft-orders/${ready.orderId}/convert-to-order`)
          if (when === "after") await convert()
          await shop.sandbox.pay(number)
          await booksAfterPayment(shop, ready.orderId, number)
          if (when === "before") await convert()
          expect(await orderBooks(shop, ready.orderId)).toMatchObject({
            status: "pending",
            payment_status: "captured",
            summary: { paid_total: TOTAL, pending_difference: 0 },
            captured: TOTAL,
            invoices: [{ number, state: "settled" }],
          })
          expect(await collectionsOf(shop, ready.orderId)).toEqual([TOTAL])
        }
      )

      it("is held when it is paid after the draft was deleted", async () => {
        const { number } = await make()
        const response = await merchant().remove(`/admin/draft-orders/${ready.orderId}`)
        expect(response.status).toBe(200)
        await shop.sandbox.pay(number)
        expect(await decided(shop, number)).toMatchObject({ blocker: "owner_gone" })
        expect(await shop.sql(`SELECT id FROM capture`)).toEqual([])
      })
    })

    describe("is refused with one sentence", () => {
      it.each([
        [
          "999.4",
          "too_little_open",
          /999\.4 UZS are open, and the least Checkout.uz takes is 1,000 UZS/,
        ],
        [
          "10000001",
          "too_much_open",
          /10,000,001 UZS are open, and the most .* 10,000,000 UZS: split the order/,
        ],
      ])("over %s UZS", async (total, code, sentence) => {
        ready.orderId = await placedOrder(shop, total)
        expect(await link()).toMatchObject({
          open_amount: Number(total),
          provider_ids: [],
          code_against: code,
          reason_against: expect.stringMatching(sentence) as unknown,
        })
        expect(await merchant().post(path())).toMatchObject({
          status: 409,
          body: { code, message: expect.stringMatching(sentence) as unknown },
        })
      })

      it("in another currency", async () => {
        ready.orderId = await placedOrder(shop)
        await shop.sql(`UPDATE "order" SET currency_code = 'eur' WHERE id = ?`, [ready.orderId])
        expect(await link()).toMatchObject({
          currency_code: "eur",
          provider_ids: [],
          code_against: "other_currency",
          reason_against: expect.stringContaining("in EUR") as unknown,
        })
      })

      it("where the region offers no provider of ours", async () => {
        ready.orderId = await placedOrder(shop)
        await shop.sql(
          `UPDATE region_payment_provider SET deleted_at = now() WHERE payment_provider_id LIKE 'pp_checkout-uz%'`
        )
        expect(await link()).toMatchObject({
          provider_ids: [],
          code_against: "not_in_region",
          reason_against: expect.stringContaining("offered in this order's region") as unknown,
        })
        expect(await merchant().post(path())).toMatchObject({
          status: 409,
          body: { code: "not_in_region" },
        })
      })

      it("for an order nobody knows, a wrong body, and somebody who is not logged in", async () => {
        ready.orderId = await placedOrder(shop)
        for (const unknown of ["order_nobody", "%27%3B--", "x".repeat(300)]) {
          expect(await merchant().get(path(unknown))).toMatchObject({ status: 404 })
          expect(await merchant().post(path(unknown))).toMatchObject({ status: 404 })
        }
        for (const body of [{ provider_id: 7 }, { amount: 1 }, [], "{"]) {
          expect(await merchant().post(path(), body)).toMatchObject({
            status: 400,
            body: { message: expect.any(String) as unknown },
          })
        }
        expect(await merchant().post(path(), { provider_id: "pp_system_default" })).toMatchObject({
          status: 400,
          body: { message: expect.stringContaining(PROVIDER_ID) as unknown },
        })
        for (const method of ["GET", "POST"]) {
          const response = await fetch(`${shop.baseUrl}${path()}`, { method })
          expect(response.status).toBe(401)
        }
        expect((await orderBooks(shop, ready.orderId)).invoices).toEqual([])
      })
    })

    it("asks for decimals as the option says, and captures them exactly", async () => {
      ready.orderId = await placedOrder(shop, "12345.67")
      const { number, amount } = await make()
      expect(amount).toBe(12_346)
      await shop.sandbox.pay(number)
      const books = await booksAfterPayment(shop, ready.orderId, number)
      expect(books).toMatchObject({
        captured: 12_345.67,
        summary: { paid_total: 12_345.67, pending_difference: 0 },
      })
    })

    it("leaves what another way to pay has begun in the order's own collection alone", async () => {
      ready.orderId = await placedOrder(shop)
      const before = await shop.container.resolve(Modules.PAYMENT).listPaymentSessions()
      await make()
      const after = await shop.container.resolve(Modules.PAYMENT).listPaymentSessions()
      for (const session of before) {
        expect(after).toContainEqual(
          expect.objectContaining({ id: session.id, status: session.status })
        )
      }
    })
  }
)

/** The amounts of an order's payment collections, the oldest first, in UZS. */
async function collectionsOf(shop: Shop, orderId: string): Promise<number[]> {
  const rows = await shop.sql(
    `SELECT c.amount FROM payment_collection c
       JOIN order_payment_collection l ON l.payment_collection_id = c.id
      WHERE l.order_id = ? AND l.deleted_at IS NULL AND c.deleted_at IS NULL ORDER BY c.created_at`,
    [orderId]
  )
  return rows.map((row) => Number(row["amount"]))
}
