import { Modules } from "@medusajs/framework/utils"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { ledgerOf } from "../setup/ledger"
import { sessionsOf, waitForStatus } from "../setup/progress"
import {
  describeShop,
  eventually,
  OTHER_PROVIDER_ID,
  PROVIDER_ID,
  type ReadyCart,
  type Shop,
} from "../setup/shop"

const RACES = 10

describeShop("payment sessions of one cart", {}, (shop) => {
  describe("several at once", () => {
    it("captures one payment for one order when two sessions were started at once, ten times", async () => {
      let overlaps = 0
      for (let round = 0; round < RACES; round++) {
        const cart = await shop.readyCart()
        const numbers = await clickTwice(shop, cart)
        overlaps += Number(numbers.length === 2)
        const paid = numbers[round % numbers.length] ?? 0
        await shop.sandbox.pay(paid, "send")

        const books = await expectSettledOnce(shop, cart)
        expect(books.paidAtService).toBe(cart.total)
        for (const invoice of books.invoices) {
          const isPaid = Number(invoice.number) === paid
          expect(invoice.state).toBe(isPaid ? "settled" : "pending")
          expect(invoice.spent_by_session !== null).toBe(isPaid)
        }
      }
      expect(overlaps).toBeGreaterThan(RACES / 4)
    }, 300_000)

    it("captures nothing twice when the invoices of both sessions are paid", async () => {
      for (let round = 0; round < 5; round++) {
        const cart = await shop.readyCart()
        const numbers = await startBeside(shop, cart, PROVIDER_ID)
        expect(numbers).toHaveLength(2)
        await Promise.all(numbers.map((number) => shop.sandbox.pay(number, "send")))

        await eventually(
          () => readBooks(shop, cart),
          ({ invoices }) => invoices.every(({ state }) => state === "settled" || state === "paid")
        )
        const books = await expectSettledOnce(shop, cart)
        expect(books.paidAtService).toBe(2 * cart.total)
        expect(books.captured).toBe(cart.total)
        await eventually(
          () => readBooks(shop, cart),
          ({ invoices }) =>
            invoices.some(
              ({ state, blocker, spent_by_session }) =>
                state === "paid" && blocker === "nothing_owed" && spent_by_session === null
            )
        )
      }
    })

    it("places the order on our payment when another provider's session lies beside it", async () => {
      for (const heardBy of ["webhook", "cart.complete", "return page"] as const) {
        const cart = await shop.readyCart()
        const [number = 0] = await startBeside(shop, cart, OTHER_PROVIDER_ID)
        const sessions = await sessionsOf(shop, cart)
        expect(sessions.map((session) => session.provider_id).sort()).toEqual(
          [PROVIDER_ID, OTHER_PROVIDER_ID].sort()
        )
        await shop.sandbox.pay(number, heardBy === "webhook" ? "send" : "drop")
        if (heardBy === "cart.complete") await complete(shop, cart)
        if (heardBy === "return page") {
          const ours = sessions.find((session) => session.provider_id === PROVIDER_ID)
          await waitForStatus(shop, ours?.id ?? "", "order_placed")
        }

        await expectSettledOnce(shop, cart)
        expect(await sessionsOf(shop, cart)).toEqual([
          expect.objectContaining({ provider_id: PROVIDER_ID }),
        ])
      }
    })
  })

  describe("one started again", () => {
    it("hands the same invoice out again while the customer goes back and forth", async () => {
      const before = await shop.sandbox.calls("create_payment")
      const { cart, session, number } = await shop.startedCart()
      const again = await start(shop, cart)
      const third = await start(shop, cart)
      expect([again.data.invoice_id, third.data.invoice_id]).toEqual([number, number])
      expect(new Set([session.id, again.id, third.id]).size).toBe(3)
      expect(await shop.sandbox.calls("create_payment")).toBe(before + 1)

      // The invoice returns the customer to the address that names the first session.
      await shop.sandbox.pay(number, "drop")
      const shown = await waitForStatus(shop, session.id, "order_placed")
      const books = await expectSettledOnce(shop, cart)
      expect(shown.order_id).toBe(books.orders[0]?.id)
      expect(books.invoices).toHaveLength(1)
    })

    it("makes another invoice for another return address, and the one left behind can still be paid", async () => {
      const { cart, number } = await shop.startedCart()
      const moved = await start(shop, cart, { return_url: "http://127.0.0.1:8000/boshqa" })
      expect(moved.data.invoice_id).not.toBe(number)
      expect((await readBooks(shop, cart)).invoices).toMatchObject([
        { number: String(number) },
        { number: String(moved.data.invoice_id) },
      ])

      await shop.sandbox.pay(number)
      const books = await expectSettledOnce(shop, cart)
      expect(books.invoices).toMatchObject([{ state: "settled" }, { state: "pending" }])
    })

    it("makes another invoice for another amount, and holds money that comes for the old one", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.store.ok("POST", `/store/carts/${cart.id}/line-items`, {
        variant_id: shop.variants[1]?.id,
        quantity: 1,
      })
      const session = await start(shop, cart)
      expect(session.data.invoice_id).not.toBe(number)
      expect(session.data.amount).toBe(cart.total + (shop.variants[1]?.amount ?? 0))

      await shop.sandbox.pay(number)
      await eventually(
        () => readBooks(shop, cart),
        ({ invoices }) => invoices[0]?.blocker != null
      )
      const books = await expectNothingCaptured(shop, cart)
      expect(books.invoices).toMatchObject([
        { blocker: "cart_changed", spent_by_session: null },
        { state: "pending" },
      ])
    })

    it("does not hand out an invoice that has less than a minute to live", async () => {
      await shop.sandbox.settings({ lifetime_seconds: 59 })
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.settings({ lifetime_seconds: 90 })
      const longer = await start(shop, cart)
      expect(longer.data.invoice_id).not.toBe(number)
      await shop.sandbox.settings({ lifetime_seconds: 3600 })
      const again = await start(shop, cart)
      expect(again.data.invoice_id).toBe(longer.data.invoice_id)
    })

    it("binds money that has arrived to a new session without a call to the service", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      const ledger = ledgerOf(shop)
      const invoice = await ledger.invoices.ofSession(session.id)
      await ledger.requests.verify(invoice?.id ?? "", { wait: true })
      const calls = (await shop.sandbox.requests()).length

      const { result } = await createPaymentSessionsWorkflow(shop.container).run({
        input: { payment_collection_id: cart.collectionId, provider_id: PROVIDER_ID },
      })
      expect(result.data).toMatchObject({ invoice_id: number, status: "paid", payment_url: null })
      expect((await shop.sandbox.requests()).length).toBe(calls)

      await waitForStatus(shop, session.id, "order_placed")
      await expectSettledOnce(shop, cart)
    })
  })
})

/**
 * Starts two sessions in the same instant over the store's API, and returns the numbers of the
 * cart's invoices. Core may drop a session that is still being made and answer 404 for it; what
 * was made at the service stays payable all the same.
 */
async function clickTwice(shop: Shop, cart: ReadyCart): Promise<number[]> {
  const clicks = [0, 1].map(() => shop.store.startSession(cart.collectionId))
  const outcomes = await Promise.allSettled(clicks)
  expect(outcomes.map(({ status }) => status)).toContain("fulfilled")
  return invoiceNumbers(shop, cart)
}

/** Makes a session of ours and another beside it in the same instant, as a double click may. */
async function startBeside(shop: Shop, cart: ReadyCart, providerId: string): Promise<number[]> {
  const payment = shop.container.resolve(Modules.PAYMENT)
  const sessions = [
    { provider_id: PROVIDER_ID, data: {} },
    { provider_id: providerId, data: { return_url: "http://127.0.0.1:8000/ikkinchi" } },
  ]
  await Promise.all(
    sessions.map((session) =>
      payment.createPaymentSession(cart.collectionId, {
        ...session,
        amount: cart.total,
        currency_code: "uzs",
      })
    )
  )
  expect(await sessionsOf(shop, cart)).toHaveLength(2)
  return invoiceNumbers(shop, cart)
}

async function invoiceNumbers(shop: Shop, cart: ReadyCart): Promise<number[]> {
  const { invoices } = await readBooks(shop, cart)
  return invoices.map(({ number }) => Number(number))
}

async function start(shop: Shop, cart: ReadyCart, data: Record<string, unknown> = {}) {
  const sessions = await shop.store.startSession(cart.collectionId, PROVIDER_ID, data)
  const [session] = sessions
  if (!session || sessions.length !== 1) throw new Error("There is not one session.")
  return session
}

async function complete(shop: Shop, cart: ReadyCart): Promise<void> {
  const body = await shop.store.ok("POST", `/store/carts/${cart.id}/complete`)
  expect(body).toMatchObject({ type: "order" })
}
