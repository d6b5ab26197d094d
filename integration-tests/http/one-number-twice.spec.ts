import { attentionAnswerSchema } from "../../src/contract"
import { getParsed } from "../setup/admin-answers"
import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { logIn } from "../setup/merchant"
import { sessionStatus } from "../setup/progress"
import { logged, refusedSession } from "../setup/refusal"
import { describeShop, eventually, type ReadyCart, type Shop } from "../setup/shop"

const SECOND =
  "The payment service gave this payment the number of another one, so no payment page is shown: try again in a minute."

describeShop(
  "a number the service gives to two invoices",
  { plugin: { reconcile: { sweepSeconds: 1 } }, cartsOnHand: 0 },
  (shop) => {
    it("is refused in one sentence, and the first one stays as it was and can be paid", async () => {
      const { first, second, number } = await oneNumberTwice(shop, ["45000", "70000"])
      const before = await recorded(shop)
      expect(await refusedSession(shop, second.collectionId)).toMatchObject({
        status: 502,
        code: "unavailable",
        log: logged(SECOND),
      })
      expect(await recorded(shop)).toEqual(before)
      // The customer tries again, and nothing is in the way of it.
      const [session] = await shop.store.startSession(second.collectionId)
      await shop.sandbox.pay(session?.data.invoice_id ?? 0)
      await expectSettledOnce(shop, second)
      const books = await expectNothingCaptured(shop, first)
      expect(books.invoices).toMatchObject([{ number: String(number), state: "pending" }])
    })

    it("loses no money: what is paid under another number is found and told the merchant", async () => {
      const { first, second, number } = await oneNumberTwice(shop, ["45100", "70100"])
      await refusedSession(shop, second.collectionId)
      // The page the first customer was shown is that of the number before.
      await shop.sandbox.pay(number - 1)
      const merchant = await logIn(shop)
      const { unanswered } = await eventually(
        () => getParsed(merchant, "/admin/checkout-uz/attention", attentionAnswerSchema),
        (list) => list.unanswered.some(({ paid_candidate }) => paid_candidate !== null)
      )
      const ofFirst = unanswered.find(({ cart_id }) => cart_id === first.id)
      expect(ofFirst).toMatchObject({
        amount: first.total,
        candidates: [number - 1],
        paid_candidate: number - 1,
      })
      expect(unanswered.map(({ cart_id }) => cart_id).sort()).toEqual([first.id, second.id].sort())
      const alerts = await shop.sql(
        "SELECT reason FROM checkout_uz_alert WHERE kind = 'invoice_unrecorded'"
      )
      expect(alerts.map(({ reason }) => reason)).toEqual([
        `Invoice ${number - 1} over 45100 UZS is paid, says the history, and is not recorded here: a request for such an invoice was not answered.`,
      ])
      await expectNothingCaptured(shop, first)
    })

    it("confirms nothing for whom it was not made, also where nobody else is recorded with it", async () => {
      const cart = await shop.cartOver("45200")
      await shop.sandbox.fault("create_payment", "wrong_id")
      const [session] = await shop.store.startSession(cart.collectionId)
      const number = session?.data.invoice_id ?? 0
      // The service knows no such invoice, and what was paid is another one's.
      await shop.sandbox.pay(number - 1)
      expect(await sessionStatus(shop, session?.id ?? "")).toMatchObject({ status: "pending" })
      expect(await shop.sql("SELECT kind FROM checkout_uz_alert")).toEqual([
        { kind: "invoice_unknown" },
      ])
      // Then it makes one with this number, over another amount, that is paid.
      await makeAtService(shop, 46_000)
      await shop.sandbox.pay(number)
      await eventually(
        () => readBooks(shop, cart),
        ({ invoices }) => invoices[0]?.blocker === "amount_mismatch"
      )
      await expectNothingCaptured(shop, cart)
    })
  }
)

/**
 * The first cart is told the number that the service gives to the next invoice it makes. Each test has
 * totals of its own, in UZS: the sandbox's history goes on.
 */
async function oneNumberTwice(
  shop: Shop,
  [total, secondTotal]: [string, string]
): Promise<{ first: ReadyCart; second: ReadyCart; number: number }> {
  const [first, second] = [await shop.cartOver(total), await shop.cartOver(secondTotal)]
  await shop.sandbox.fault("create_payment", "wrong_id")
  const [session] = await shop.store.startSession(first.collectionId)
  return { first, second, number: session?.data.invoice_id ?? 0 }
}

/** An invoice of the cash desk's that this shop did not ask for. Amount in UZS. */
async function makeAtService(shop: Shop, amount: number): Promise<void> {
  const response = await fetch(`${shop.sandbox.url}/api/v1/create_payment`, {
    method: "POST",
    headers: { authorization: "Bearer sandbox-key", "content-type": "application/json" },
    body: JSON.stringify({ amount }),
  })
  expect(response.status).toBe(200)
}

function recorded(shop: Shop) {
  return shop.sql(
    `SELECT id, number, state, uuid, payment_collection_id, invoice_amount, payment_url
       FROM checkout_uz_invoice ORDER BY id`
  )
}
