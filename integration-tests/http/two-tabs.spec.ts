import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { orderNumbers, sessionsOf, sessionStatus, waitForStatus } from "../setup/progress"
import {
  describeShop,
  eventually,
  OTHER_PROVIDER_ID,
  PROVIDER_ID,
  type ReadyCart,
  type Shop,
} from "../setup/shop"

/** What the second device's storefront asks to return to. */
const OTHER_ADDRESS = { return_url: "http://127.0.0.1:8000/telefon" }

describeShop("one customer with two tabs or two devices", {}, (shop) => {
  describe("whose two pages are paid", () => {
    it.each(["in the same instant", "one after the other", "the older one last"] as const)(
      "%s, settles exactly one and holds the other for the merchant",
      async (when) => {
        const { cart, older, newer } = await twoPages(shop)
        const pay = (number: number) => shop.sandbox.pay(number)
        if (when === "in the same instant") await Promise.all([older, newer].map(pay))
        if (when === "one after the other") {
          await pay(older)
          await expectSettledOnce(shop, cart)
          await pay(newer)
        }
        if (when === "the older one last") {
          await pay(newer)
          await expectSettledOnce(shop, cart)
          await pay(older)
        }
        await untilAllDecided(shop, cart)

        const books = await expectSettledOnce(shop, cart)
        expect(books.captured).toBe(cart.total)
        expect(books.refunded).toBe(0)
        expect(books.paidAtService).toBe(2 * cart.total)
        const held = books.invoices.filter(({ state }) => state === "paid")
        expect(held).toMatchObject([{ blocker: "nothing_owed", spent_by_session: null }])
        expect(await orderNumbers(shop)).toEqual([1])
      }
    )

    it("settles one when both return pages ask at the same instant and no webhook came", async () => {
      const { cart, older, newer, sessions } = await twoPages(shop)
      await Promise.all([older, newer].map((number) => shop.sandbox.pay(number, "drop")))
      await Promise.all(sessions.map((id) => sessionStatus(shop, id)))
      await untilAllDecided(shop, cart, sessions)
      const books = await expectSettledOnce(shop, cart)
      expect(books.captured).toBe(cart.total)
      expect(books.invoices.map(({ state }) => state).sort()).toEqual(["paid", "settled"])
    })

    it("tells both tabs the truth: one order, and the money beside it is with the shop", async () => {
      const { cart, older, newer, sessions } = await twoPages(shop)
      await shop.sandbox.pay(older)
      await expectSettledOnce(shop, cart)
      for (const id of sessions) {
        expect(await sessionStatus(shop, id)).toMatchObject({
          status: "order_placed",
          payment_url: null,
        })
      }
      await shop.sandbox.pay(newer)
      await untilAllDecided(shop, cart)
      expect(await sessionStatus(shop, sessions[0] ?? "")).toMatchObject({ status: "order_placed" })
      expect(await sessionStatus(shop, sessions[1] ?? "")).toMatchObject({ status: "held" })
    })
  })

  describe("who pays the older of two pages", () => {
    it("gets the order, however often the newer one was handed out again", async () => {
      const { cart, older, newer } = await twoPages(shop)
      const [again] = await shop.store.startSession(cart.collectionId, PROVIDER_ID, OTHER_ADDRESS)
      expect(again?.data.invoice_id).toBe(newer)
      await shop.sandbox.pay(older)
      const books = await expectSettledOnce(shop, cart)
      expect(books.invoices).toContainEqual(
        expect.objectContaining({ number: String(older), state: "settled" })
      )
      expect(books.paidAtService).toBe(cart.total)
    })

    it("and completes the cart from the newer tab: one order, nothing asked for twice", async () => {
      const { cart, older, sessions } = await twoPages(shop)
      await shop.sandbox.pay(older, "drop")
      // The cart's money is asked about, on whichever page it was paid.
      const path = `/store/carts/${cart.id}/complete`
      expect((await shop.store.post(path)).body).toMatchObject({ type: "order" })
      await waitForStatus(shop, sessions[0] ?? "", "order_placed")
      expect((await shop.store.post(path)).body).toMatchObject({ type: "order" })
      await expectSettledOnce(shop, cart)
      expect(await orderNumbers(shop)).toEqual([1])
    })
  })

  describe("who goes back and forth between this provider and another", () => {
    it("finds the same invoice again, with one session at a time", async () => {
      const cart = await shop.readyCart()
      const made = await shop.sandbox.calls("create_payment")
      const numbers = new Set<number | undefined>()
      for (let round = 0; round < 3; round++) {
        const [ours] = await shop.store.startSession(cart.collectionId)
        numbers.add(ours?.data.invoice_id)
        await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
        expect(await sessionsOf(shop, cart)).toMatchObject([{ provider_id: OTHER_PROVIDER_ID }])
      }
      const [last] = await shop.store.startSession(cart.collectionId)
      numbers.add(last?.data.invoice_id)
      expect(numbers.size).toBe(1)
      expect(await shop.sandbox.calls("create_payment")).toBe(made + 1)
      const [number = 0] = numbers
      await shop.sandbox.pay(number)
      await expectSettledOnce(shop, cart)
    })

    it("is placed on our money when the page was paid while the other provider was chosen", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
      await shop.sandbox.pay(number)
      const books = await expectSettledOnce(shop, cart)
      expect(books.captured).toBe(cart.total)
      expect(await sessionsOf(shop, cart)).toMatchObject([{ provider_id: PROVIDER_ID }])
    })

    it("ordered with the other provider first: the money of our page is held and never counted twice", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
      await shop.store.ok("POST", `/store/carts/${cart.id}/complete`)
      await shop.sandbox.pay(number)
      await untilAllDecided(shop, cart)
      const books = await readBooks(shop, cart)
      expect(books.orders).toMatchObject([{ status: "pending" }])
      // The order is to be paid on delivery, say: only the merchant can tell which money to keep.
      expect(books.invoices).toMatchObject([
        { state: "paid", blocker: "nothing_owed", spent_by_session: null },
      ])
      expect(books).toMatchObject({ captured: 0, refunded: 0 })
      expect(books.paidAtService).toBe(cart.total)
    })
  })

  describe("whose invoice has expired", () => {
    it("and who asks for a new one in both tabs at once gets one and the same, three times", async () => {
      for (let round = 0; round < 3; round++) {
        const { cart, session, number } = await shop.startedCart()
        await lapse(shop, number)
        const made = await shop.sandbox.calls("create_payment")
        const path = `/store/checkout-uz/payment-sessions/${session.id}/refresh`
        const answers = await Promise.all([shop.store.post(path), shop.store.post(path)])
        expect(answers).toMatchObject([
          { status: 200, body: { status: "pending" } },
          { status: 200, body: { status: "pending" } },
        ])
        expect(await shop.sandbox.calls("create_payment")).toBe(made + 1)
        expect(await sessionsOf(shop, cart)).toHaveLength(1)
        const { invoices } = await expectNothingCaptured(shop, cart)
        const newer = Number(invoices.at(-1)?.number)
        expect(newer).not.toBe(number)
        await shop.sandbox.pay(newer)
        const books = await expectSettledOnce(shop, cart)
        expect(books.invoices).toHaveLength(2)
      }
    })

    it("and who pays the old and the new page has one order and one held payment", async () => {
      const { cart, session, number } = await shop.startedCart()
      await lapse(shop, number)
      await shop.store.post(`/store/checkout-uz/payment-sessions/${session.id}/refresh`)
      const { invoices } = await readBooks(shop, cart)
      await Promise.all(invoices.map((invoice) => shop.sandbox.pay(Number(invoice.number))))
      await untilAllDecided(shop, cart)
      const books = await expectSettledOnce(shop, cart)
      expect(books.paidAtService).toBe(2 * cart.total)
      expect(books.captured).toBe(cart.total)
      expect(books.invoices.map(({ state }) => state).sort()).toEqual(["paid", "settled"])
    })
  })
})

/** One cart with two pages that can be paid: the customer began again on another device. */
async function twoPages(shop: Shop) {
  const { cart, session, number: older } = await shop.startedCart()
  const [second] = await shop.store.startSession(cart.collectionId, PROVIDER_ID, OTHER_ADDRESS)
  const newer = second?.data.invoice_id
  if (!second || newer === undefined) throw new Error("No second session was started.")
  expect(newer).not.toBe(older)
  return { cart, older, newer, sessions: [session.id, second.id] }
}

/** Waits until each of the cart's invoices is settled or held; a session's page may be asked for it. */
async function untilAllDecided(shop: Shop, cart: ReadyCart, sessions: string[] = []) {
  await eventually(
    async () => {
      for (const id of sessions) await sessionStatus(shop, id)
      return readBooks(shop, cart)
    },
    ({ invoices }) =>
      invoices.every(
        ({ state, blocker }) => state === "settled" || (state === "paid" && blocker !== null)
      ),
    60_000
  )
}

async function lapse(shop: Shop, number: number): Promise<void> {
  await shop.sql(
    `UPDATE checkout_uz_invoice SET created_at = now() - interval '61 minutes',
            expires_at = now() - interval '1 minute' WHERE number = ?`,
    [String(number)]
  )
  await shop.sql(`UPDATE checkout_uz_invoice SET state = 'expired' WHERE number = ?`, [
    String(number),
  ])
}
