import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { expectSettledOnce, readBooks } from "../setup/books"
import { breakDatabase, stock } from "../setup/faults"
import { sessionsOf, sessionStatus } from "../setup/progress"
import { describeShop, eventually, OTHER_PROVIDER_ID, PROVIDER_ID, type Shop } from "../setup/shop"
import type { Session } from "../setup/store-client"

/** The option's value in this shop, in minutes. */
const CANCEL_AFTER = 45
/** A variant whose stock is counted. */
const COUNTED = 1

type PlacedCart = Awaited<ReturnType<typeof placedCart>>

describeShop(
  "an order whose payment never comes",
  {
    plugin: {
      orderPlacement: "before_payment",
      unpaidOrders: { cancelAfterMinutes: CANCEL_AFTER },
    },
  },
  (shop) => {
    afterEach(async () => {
      await shop.sandbox.clearFaults()
      await shop.sandbox.settings({ ip_whitelist: null })
    })

    describe("once its time is up", () => {
      it("is cancelled, leaves a trace, and a payment that still arrives is held and never captured", async () => {
        const told = jest.spyOn(shop.container.resolve(ContainerRegistrationKeys.LOGGER), "info")
        const placed = await placedCart(shop)
        expect(await reminders(shop, placed)).toEqual([60 + CANCEL_AFTER])
        await timeIsUp(shop, placed)
        await untilCanceled(shop, placed)

        const canceled = await readBooks(shop, placed.cart)
        expect(canceled.orders).toMatchObject([{ payment_status: "canceled", transactions: [] }])
        await eventually(
          () => reminders(shop, placed),
          (left) => left.length === 0
        )
        expect(await metadataOf(shop, placed)).toMatchObject({
          canceled_by: "medusa-payment-checkout-uz",
          canceled_because: "unpaid",
        })
        expect(told).toHaveBeenCalledWith(expect.stringContaining("Order #1 "))
        told.mockRestore()
        expect(await sessionStatus(shop, placed.session.id)).toMatchObject({
          status: "canceled",
          payment_url: null,
        })

        await shop.sandbox.pay(placed.number)
        await eventually(
          () => readBooks(shop, placed.cart),
          ({ invoices }) => invoices[0]?.blocker != null
        )
        const books = await readBooks(shop, placed.cart)
        expect(books.invoices).toMatchObject([
          { state: "paid", blocker: "order_canceled", spent_by_session: null },
        ])
        expect(books).toMatchObject({ captured: 0, refunded: 0, payments: [] })
        expect(books.paidAtService).toBe(placed.cart.total)
        expect(await sessionStatus(shop, placed.session.id)).toMatchObject({
          status: "held",
          payment_url: null,
        })
      })

      it("gives its stock back: the last unit is reserved while the customer pays, and free afterwards", async () => {
        await stock(shop, 1)
        const first = await placedCart(shop, COUNTED)
        expect(await reserved(shop)).toEqual([1])

        const second = await shop.startedCart(COUNTED).catch((error: unknown) => error)
        expect(String(second)).toContain("inventory")

        await timeIsUp(shop, first)
        await untilCanceled(shop, first)
        expect(await reserved(shop)).toEqual([])
        const now = await placedCart(shop, COUNTED)
        await shop.sandbox.pay(now.number)
        await expectSettledOnce(shop, now.cart)
      })

      it("is settled instead when the service says that it is paid", async () => {
        const placed = await placedCart(shop)
        await shop.sandbox.pay(placed.number, "drop")
        await timeIsUp(shop, placed)
        const books = await expectSettledOnce(shop, placed.cart)
        expect(books.captured).toBe(placed.cart.total)
        await eventually(
          () => reminders(shop, placed),
          (left) => left.length === 0
        )
      })

      it("is settled when an older invoice that the customer moved on from was paid, also a closed one", async () => {
        for (const state of ["pending", "closed"]) {
          const placed = await placedCart(shop)
          await shop.sql(`UPDATE checkout_uz_invoice SET state = ? WHERE number = ?`, [
            state,
            String(placed.number),
          ])
          await anotherInvoice(shop, placed)
          await shop.sandbox.pay(placed.number, "drop")
          await timeIsUp(shop, placed)
          await expectSettledOnce(shop, placed.cart)
        }
      })

      it("is cancelled once although two of its invoices remind of it", async () => {
        const placed = await placedCart(shop)
        await anotherInvoice(shop, placed)
        await timeIsUp(shop, placed)
        await untilCanceled(shop, placed)
        const rows = await shop.sql(`SELECT status FROM "order"`)
        expect(rows).toEqual([{ status: "canceled" }])
      })
    })

    describe("in doubt", () => {
      it.each(["http_500", "html", "wrong_id"] as const)(
        "is not cancelled while the service answers with %s, and is when it says unpaid",
        async (fault) => {
          const placed = await placedCart(shop)
          await shop.sandbox.fault("status_payment", fault, 1000)
          await timeIsUp(shop, placed)
          await untilPutOff(shop, placed)
          expect(await statusOf(shop, placed)).toBe("pending")
          await shop.sandbox.clearFaults()
          await timeIsUp(shop, placed)
          await untilCanceled(shop, placed)
        }
      )

      it("is not cancelled while the service refuses the key", async () => {
        const placed = await placedCart(shop)
        await shop.sandbox.settings({ ip_whitelist: ["10.0.0.1"] })
        await timeIsUp(shop, placed)
        await untilPutOff(shop, placed)
        expect(await statusOf(shop, placed)).toBe("pending")
        await shop.sandbox.settings({ ip_whitelist: null })
        await timeIsUp(shop, placed)
        await untilCanceled(shop, placed)
      })

      it("is not cancelled when one of its invoices cannot be asked about, whatever the others say", async () => {
        const placed = await placedCart(shop)
        const other = await anotherInvoice(shop, placed)
        // The service no longer knows this one: an alert, never "unpaid".
        await shop.sql(`UPDATE checkout_uz_invoice SET number = '999999999' WHERE number = ?`, [
          String(placed.number),
        ])
        await timeIsUp(shop, placed)
        await untilPutOff(shop, placed)
        expect(await statusOf(shop, placed)).toBe("pending")
        expect(await shop.sandbox.calls("status_payment", other)).toBeLessThanOrEqual(3)
      })
    })

    describe("is left alone", () => {
      it("until its newest invoice's time is up", async () => {
        const placed = await placedCart(shop)
        const calls = await shop.sandbox.calls("status_payment")
        await timeIsUp(shop, placed)
        const newer = await anotherInvoice(shop, placed)
        await eventually(
          () => reminders(shop, placed),
          (left) => left.every((minutes) => minutes > 0)
        )
        expect(await statusOf(shop, placed)).toBe("pending")
        expect(await shop.sandbox.calls("status_payment")).toBe(calls)
        await shop.sandbox.pay(newer)
        await expectSettledOnce(shop, placed.cart)
      })

      it("for the configured minutes when it is placed long after its invoice expired", async () => {
        const { cart, number } = await shop.startedCart()
        await shop.sql(
          `UPDATE checkout_uz_invoice SET created_at = now() - interval '5 hours', give_up_at = NULL,
                  expires_at = now() - interval '4 hours' WHERE number = ?`,
          [String(number)]
        )
        const orderId = await completed(shop, cart.id)
        expect(await reminders(shop, { cart })).toEqual([CANCEL_AFTER])
        await shop.sql(`UPDATE checkout_uz_invoice SET give_up_at = now()`)
        await eventually(
          () => reminders(shop, { cart }),
          ([minutes]) => minutes === CANCEL_AFTER
        )
        expect(await statusOf(shop, { orderId })).toBe("pending")
      })

      it("when another way to pay stands beside ours", async () => {
        const placed = await placedCart(shop)
        await shop.container
          .resolve(Modules.PAYMENT)
          .createPaymentSession(placed.cart.collectionId, {
            provider_id: OTHER_PROVIDER_ID,
            amount: placed.cart.total,
            currency_code: "uzs",
            data: {},
          })
        await expectLeftAlone(shop, placed)
      })

      it("when the merchant has taken the money in another way", async () => {
        const placed = await placedCart(shop)
        await shop.container.resolve(Modules.ORDER).addOrderTransactions({
          order_id: placed.orderId,
          amount: placed.cart.total,
          currency_code: "uzs",
          reference: "cash",
        })
        await expectLeftAlone(shop, placed)
      })

      it("when it is being fulfilled", async () => {
        const placed = await placedCart(shop)
        await fulfil(shop, placed)
        await expectLeftAlone(shop, placed)
      })

      it("where no order was ever placed", async () => {
        const { cart, number } = await shop.startedCart()
        await shop.sql(
          `UPDATE checkout_uz_invoice SET expires_at = now() - interval '1 day', give_up_at = now()`
        )
        await eventually(
          () => reminders(shop, { cart }),
          (left) => left.length === 0
        )
        expect(await shop.sandbox.calls("status_payment", number)).toBe(0)
        const orderId = await completed(shop, cart.id)
        expect(await statusOf(shop, { orderId })).toBe("pending")
      })
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
        const heal = await breakDatabase(shop, {
          table: "payment_collection",
          on: "UPDATE",
          when: "NEW.status = 'canceled'",
          seconds: 3,
          fails: false,
        })
        const placed = await dueAndAsked(shop)
        await eventually(
          () => shop.sql(`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'`),
          (sleeping) => sleeping.length > 0
        )
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
        await eventually(
          () => shop.sql(`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'`),
          (sleeping) => sleeping.length > 0
        )
        await timeIsUp(shop, placed)
        await expectSettledOnce(shop, placed.cart)
        await heal()
        expect(await statusOf(shop, placed)).toBe("pending")
      })
    })

    describe("refreshed", () => {
      it("gets a new invoice as a new session of the same collection, which captures the order once", async () => {
        const placed = await placedCart(shop)
        await lapse(shop, placed.number)
        const shown = await refresh(shop, placed.session.id)
        expect(shown).toMatchObject({ status: 200, body: { status: "awaiting_payment" } })
        const [fresh] = await sessionsOf(shop, placed.cart)
        expect(fresh?.id).toBe(z.object({ id: z.string() }).parse(shown.body).id)
        expect(fresh?.id).not.toBe(placed.session.id)
        const newer = await newestNumber(shop, placed)
        expect(newer).not.toBe(placed.number)

        await shop.sandbox.pay(newer)
        const books = await expectSettledOnce(shop, placed.cart)
        expect(books.orders[0]?.id).toBe(placed.orderId)
        expect(books.captured).toBe(placed.cart.total)
        expect(await refresh(shop, placed.session.id)).toMatchObject({
          body: { status: "order_placed", payment_url: null },
        })
        expect(await shop.sandbox.calls("create_payment")).toBeGreaterThan(0)
      })

      it("is captured once by its old invoice, and money for the new one too is held", async () => {
        const placed = await placedCart(shop)
        await lapse(shop, placed.number)
        await refresh(shop, placed.session.id)
        const newer = await newestNumber(shop, placed)
        await shop.sandbox.pay(placed.number)
        await expectSettledOnce(shop, placed.cart)
        await shop.sandbox.pay(newer)
        await eventually(
          () => readBooks(shop, placed.cart),
          ({ invoices }) => invoices.some(({ blocker }) => blocker !== null)
        )
        const books = await expectSettledOnce(shop, placed.cart)
        expect(books.captured).toBe(placed.cart.total)
        expect(books.paidAtService).toBe(2 * placed.cart.total)
        expect(books.invoices).toContainEqual(
          expect.objectContaining({ number: String(newer), blocker: "nothing_owed" })
        )
      })

      it("gets none when it is cancelled", async () => {
        const placed = await placedCart(shop)
        await timeIsUp(shop, placed)
        await untilCanceled(shop, placed)
        const made = await shop.sandbox.calls("create_payment")
        expect(await refresh(shop, placed.session.id)).toMatchObject({
          status: 200,
          body: { status: "canceled", payment_url: null },
        })
        expect(await shop.sandbox.calls("create_payment")).toBe(made)
      })
    })

    describe("completed a second time", () => {
      it("is captured when its money has come and nobody said so", async () => {
        const placed = await placedCart(shop)
        await shop.sandbox.pay(placed.number, "drop")
        expect(await completed(shop, placed.cart.id)).toBe(placed.orderId)
        const books = await readBooks(shop, placed.cart)
        expect(books.invoices).toMatchObject([{ state: "settled" }])
        await expectSettledOnce(shop, placed.cart)

        const calls = (await shop.sandbox.requests()).length
        expect(await completed(shop, placed.cart.id)).toBe(placed.orderId)
        expect((await shop.sandbox.requests()).length).toBe(calls)
      })

      it("answers with its order while it is unpaid, also when the service is down", async () => {
        const placed = await placedCart(shop)
        expect(await completed(shop, placed.cart.id)).toBe(placed.orderId)
        await shop.sandbox.fault("status_payment", "http_500", 1000)
        expect(await completed(shop, placed.cart.id)).toBe(placed.orderId)
        expect((await readBooks(shop, placed.cart)).captured).toBe(0)
      })

      it("captures nothing when it is cancelled", async () => {
        const placed = await placedCart(shop)
        await timeIsUp(shop, placed)
        await untilCanceled(shop, placed)
        await shop.sandbox.pay(placed.number, "drop")
        await shop.store.post(`/store/carts/${placed.cart.id}/complete`)
        const books = await readBooks(shop, placed.cart)
        expect(books).toMatchObject({ captured: 0, payments: [] })
        expect(books.orders).toMatchObject([{ status: "canceled" }])
      })

      it("asks the service once, and waits for nothing, when an order is placed the first time", async () => {
        const { cart, number } = await shop.startedCart()
        await completed(shop, cart.id)
        expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
      })
    })
  }
)

/** A cart with its order placed and its invoice open. */
async function placedCart(shop: Shop, variantIndex = 0) {
  const started = await shop.startedCart(variantIndex)
  return { ...started, orderId: await completed(shop, started.cart.id) }
}

/** Completes the cart and returns its order's id. */
async function completed(shop: Shop, cartId: string): Promise<string> {
  const body = await shop.store.ok("POST", `/store/carts/${cartId}/complete`)
  return z.object({ type: z.literal("order"), order: z.object({ id: z.string() }) }).parse(body)
    .order.id
}

/** Moves an order and its invoices into the past, so far that it is due to be cancelled. */
async function timeIsUp(shop: Shop, { cart, orderId }: PlacedCart): Promise<void> {
  await shop.sql(`UPDATE "order" SET created_at = now() - interval '1 day' WHERE id = ?`, [orderId])
  await shop.sql(
    `UPDATE checkout_uz_invoice
        SET created_at = now() - make_interval(mins => ${60 + CANCEL_AFTER + 1}),
            expires_at = now() - make_interval(mins => ${CANCEL_AFTER + 1}),
            give_up_at = now()
      WHERE payment_collection_id = ?`,
    [cart.collectionId]
  )
}

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

async function lapse(shop: Shop, number: number): Promise<void> {
  await shop.sql(
    `UPDATE checkout_uz_invoice SET created_at = now() - interval '61 minutes',
            expires_at = now() - interval '1 minute', state = 'expired' WHERE number = ?`,
    [String(number)]
  )
}

/** Another invoice for the same order, for another return address; returns its number. */
async function anotherInvoice(shop: Shop, placed: PlacedCart): Promise<number> {
  const { result } = await createPaymentSessionsWorkflow(shop.container).run({
    input: {
      payment_collection_id: placed.cart.collectionId,
      provider_id: PROVIDER_ID,
      data: { return_url: "http://127.0.0.1:8000/boshqa" },
    },
  })
  return z.object({ invoice_id: z.number() }).parse(result.data).invoice_id
}

async function newestNumber(shop: Shop, { cart }: PlacedCart): Promise<number> {
  const { invoices } = await readBooks(shop, cart)
  return Math.max(...invoices.map(({ number }) => Number(number)))
}

async function refresh(shop: Shop, sessionId: Session["id"]) {
  return shop.store.post(`/store/checkout-uz/payment-sessions/${sessionId}/refresh`)
}

async function statusOf(shop: Shop, { orderId }: { orderId: string }): Promise<unknown> {
  const [order] = await shop.sql(`SELECT status FROM "order" WHERE id = ?`, [orderId])
  return order?.["status"]
}

async function metadataOf(shop: Shop, { orderId }: { orderId: string }): Promise<unknown> {
  const [order] = await shop.sql(`SELECT metadata FROM "order" WHERE id = ?`, [orderId])
  return order?.["metadata"]
}

async function untilCanceled(shop: Shop, placed: PlacedCart): Promise<void> {
  await eventually(
    () => statusOf(shop, placed),
    (status) => status === "canceled"
  )
}

/** In how many minutes, rounded, somebody looks at the order again: one entry a reminder. */
async function reminders(shop: Shop, { cart }: Pick<PlacedCart, "cart">): Promise<number[]> {
  const rows = await shop.sql(
    `SELECT round(extract(epoch FROM give_up_at - now()) / 60)::int AS minutes
       FROM checkout_uz_invoice WHERE payment_collection_id = ? AND give_up_at IS NOT NULL`,
    [cart.collectionId]
  )
  return z
    .array(z.object({ minutes: z.number() }))
    .parse(rows)
    .map(({ minutes }) => minutes)
}

/** Waits until the order was looked into and put off. */
async function untilPutOff(shop: Shop, placed: PlacedCart): Promise<void> {
  await eventually(
    () => reminders(shop, placed),
    (left) => left.length > 0 && left.every((minutes) => minutes > 0)
  )
}

async function expectLeftAlone(shop: Shop, placed: PlacedCart): Promise<void> {
  const calls = await shop.sandbox.calls("status_payment")
  await timeIsUp(shop, placed)
  await eventually(
    () => reminders(shop, placed),
    (left) => left.length === 0
  )
  expect(await statusOf(shop, placed)).toBe("pending")
  expect(await shop.sandbox.calls("status_payment")).toBe(calls)
}

/** Units that are set aside for orders, one entry a reservation. */
async function reserved(shop: Shop): Promise<number[]> {
  const items = await shop.sql(
    `SELECT quantity::int AS units FROM reservation_item WHERE deleted_at IS NULL`
  )
  const levels = await shop.sql(
    `SELECT reserved_quantity::int AS units FROM inventory_level WHERE reserved_quantity > 0`
  )
  expect(levels).toEqual(items)
  return z
    .array(z.object({ units: z.number() }))
    .parse(items)
    .map(({ units }) => units)
}

async function fulfil(shop: Shop, { orderId }: PlacedCart): Promise<void> {
  const [fulfillment] = await shop.sql(
    `SELECT s.provider_id, l.stock_location_id FROM shipping_option s, inventory_level i
       JOIN LATERAL (SELECT i.location_id AS stock_location_id) l ON true
      WHERE s.deleted_at IS NULL LIMIT 1`
  )
  const { provider_id, stock_location_id } = z
    .object({ provider_id: z.string(), stock_location_id: z.string() })
    .parse(fulfillment)
  const created = await shop.container.resolve(Modules.FULFILLMENT).createFulfillment({
    location_id: stock_location_id,
    provider_id,
    delivery_address: { country_code: "uz" },
    items: [{ title: "Choy", sku: "choy", barcode: "1", quantity: 1 }],
    labels: [],
  })
  await shop.container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.ORDER]: { order_id: orderId },
    [Modules.FULFILLMENT]: { fulfillment_id: created.id },
  })
}
