import { expectSettledOnce, readBooks } from "../setup/books"
import { breakDatabase, holdUpCancelling, untilHeldUp } from "../setup/faults"
import { describeShop, eventually, type Shop } from "../setup/shop"
import {
  CANCELS_UNPAID,
  placedCart,
  statusOf,
  timeIsUp,
  untilCanceled,
  type PlacedCart,
} from "../setup/unpaid-orders"

describeShop("an order that is cancelled while its payment comes", CANCELS_UNPAID, (shop) => {
  afterEach(async () => {
    await shop.sandbox.clearFaults()
    await shop.sandbox.settings({ ip_whitelist: null })
  })

  describe("and a settlement in the same instant", () => {
    it("never ends as a payment captured on a cancelled order, five times", async () => {
      for (let round = 0; round < 5; round++) {
        const placed = await dueAndAsked(shop)
        await shop.sandbox.pay(placed.number)
        await expectCapturedOrHeld(shop, placed)
      }
    }, 300_000)

    it("holds money that comes in the middle of the cancellation", async () => {
      const heal = await holdUpCancelling(shop)
      const placed = await dueAndAsked(shop)
      await untilHeldUp(shop)
      await shop.sandbox.pay(placed.number)
      await untilCanceled(shop, placed)
      await expectCapturedOrHeld(shop, placed)
      await heal()
    })

    it("is not cancelled while its payment is being captured", async () => {
      const placed = await placedCart(shop)
      const heal = await breakDatabase(shop, {
        table: "capture",
        on: "INSERT",
        seconds: 7,
        fails: false,
      })
      await shop.sandbox.pay(placed.number)
      await untilHeldUp(shop)
      await timeIsUp(shop, placed)
      await expectSettledOnce(shop, placed.cart)
      await heal()
      expect(await statusOf(shop, placed)).toBe("pending")
    })
  })
})

/** An order that is due, and that somebody has just asked the service about. */
async function dueAndAsked(shop: Shop): Promise<PlacedCart> {
  const placed = await placedCart(shop)
  const calls = await shop.sandbox.calls("status_payment", placed.number)
  await timeIsUp(shop, placed)
  await eventually(
    () => shop.sandbox.calls("status_payment", placed.number),
    (now) => now > calls
  )
  return placed
}

/** Waits until the money is in the books: of the order, or of the merchant if it is cancelled. */
async function expectCapturedOrHeld(shop: Shop, { cart }: PlacedCart): Promise<void> {
  await eventually(
    () => readBooks(shop, cart),
    ({ invoices }) =>
      invoices.every(({ state, blocker }) => state === "settled" || blocker !== null)
  )
  const books = await readBooks(shop, cart)
  const isCanceled = books.orders[0]?.status === "canceled"
  expect(books.captured).toBe(isCanceled ? 0 : cart.total)
  expect(books.refunded).toBe(0)
  expect(books.invoices).toMatchObject([
    isCanceled
      ? { state: "paid", blocker: "order_canceled", spent_by_session: null }
      : { state: "settled", blocker: null },
  ])
}
