import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { attentionAnswerSchema } from "../../src/contract"
import { strictly } from "../setup/admin-answers"
import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { breakDatabase, stock } from "../setup/faults"
import { ledgerOf } from "../setup/ledger"
import { askAdmin, logIn } from "../setup/merchant"
import { paidTwice, settledCart } from "../setup/paid-carts"
import { booksAreDue, knownMoneyIsDue, patienceIsOver } from "../setup/patience"
import { orderNumbers, sessionsOf, sessionStatus } from "../setup/progress"
import { describeShop, eventually, PROVIDER_ID, type ReadyCart, type Shop } from "../setup/shop"

const ATTENTION = "/admin/checkout-uz/attention"
const COUNTED = 1

describeShop("what needs the merchant", {}, (shop) => {
  describe("a second payment", () => {
    it("is told once by an event and the bell, listed with its numbers, and returned as one pay-out with a trace", async () => {
      const events = listen(shop, "checkout-uz.invoice.held")
      const payoutEvents = listen(shop, "checkout-uz.payout.due")
      const { cart, second } = await paidTwice(shop)
      await eventually(
        () => stateOf(shop, second),
        ({ blocker }) => blocker === "nothing_owed"
      )
      // It may heal, and nobody is called for what heals within two minutes.
      expect(await attention(shop)).toMatchObject({ held: [], held_count: 0 })
      await patienceIsOver(shop)
      await knownMoneyIsDue(shop)
      const books = await readBooks(shop, cart)
      const { held } = await attention(shop)
      const [payment] = held
      expect(held).toMatchObject([
        {
          number: second,
          reason: "nothing_owed",
          asked: cart.total,
          open: 0,
          paid_elsewhere: cart.total,
          promised: 0,
          amount: cart.total,
          paid_amount: null,
          order: { id: books.orders[0]?.id, display_id: 1 },
          customer: { email: "xaridor@example.uz" },
          actions: ["retry", "mark_returned"],
        },
      ])
      expect(payment?.attempts).toBeGreaterThan(0)
      expect(payment?.next_attempt_at).not.toBeNull()
      await eventually(
        () => Promise.resolve(events),
        (heard) => heard.length > 0
      )
      expect(events).toEqual([
        expect.objectContaining({
          invoice_number: second,
          amount: cart.total,
          reason: "nothing_owed",
          paid_elsewhere: cart.total,
          order_id: books.orders[0]?.id,
        }),
      ])
      // The bell is rung right after the event.
      const rung = await eventually(
        () => notifications(shop),
        (all) => all.length > 0
      )
      expect(rung).toEqual([
        expect.objectContaining({
          description: `Invoice ${second} is paid, but less than that is due on its order. What to do: Payments → Needs you. Order #1, Dilnoza Karimova, +998901234567.`,
        }),
      ])

      const merchant = await logIn(shop)
      const resolve = `/admin/checkout-uz/invoices/${payment?.id ?? ""}/resolve`
      expect(await merchant.post(resolve, { action: "retry" })).toMatchObject({
        status: 200,
        body: { invoice: { state: "paid", reason: "nothing_owed" } },
      })
      const note = "To the customer's card, by hand"
      expect(await merchant.post(resolve, { action: "mark_returned", note })).toMatchObject({
        status: 200,
        body: { invoice: { state: "returned", reason: null, actions: [] } },
      })
      expect(await merchant.post(resolve, { action: "mark_returned", note })).toMatchObject({
        status: 409,
        body: { code: "not_waiting" },
      })
      const after = await attention(shop)
      expect(after).toMatchObject({
        held: [],
        held_count: 0,
        payouts: [
          { kind: "return", amount: cart.total, invoice_number: second, completed_at: null },
        ],
        payouts_count: 1,
      })
      expect(await historyOf(shop, second)).toContainEqual({
        move: "paid > returned",
        actor_id: merchant.id,
        note,
      })
      await eventually(
        () => Promise.resolve(payoutEvents),
        (heard) => heard.length > 0
      )
      expect(payoutEvents).toMatchObject([{ payout_amount: cart.total, invoice_number: second }])
      const complete = `/admin/checkout-uz/refunds/${after.payouts[0]?.id ?? ""}/complete`
      expect(await merchant.post(complete)).toMatchObject({
        status: 200,
        body: { payout: { kind: "return", completed_by: merchant.id, note: null } },
      })
      expect(await attention(shop)).toMatchObject({ payouts: [], payouts_count: 0 })
      // The order and its one payment stay as they were.
      expect(await readBooks(shop, cart)).toMatchObject({ captured: cart.total, refunded: 0 })
      expect(events).toHaveLength(1)
    })

    it("that arrives after its order was cancelled is told at once, since it cannot heal", async () => {
      const events = listen(shop, "checkout-uz.invoice.held")
      const { cart, second } = await paidTwice(shop, async (paid) => {
        const { orders } = await readBooks(shop, paid)
        await askAdmin(shop, "POST", `/admin/orders/${orders[0]?.id ?? ""}/cancel`)
      })
      await eventually(
        () => Promise.resolve(events),
        (heard) => heard.length > 0
      )
      expect(events).toMatchObject([{ invoice_number: second, reason: "order_canceled" }])
      const { held, payouts } = await attention(shop)
      expect(held).toMatchObject([
        {
          number: second,
          reason: "order_canceled",
          actions: ["mark_returned"],
          next_attempt_at: null,
        },
      ])
      // What was captured before is a refund of its own, which core booked as it cancelled.
      expect(payouts).toMatchObject([{ kind: "refund", amount: cart.total }])
      const merchant = await logIn(shop)
      const resolve = `/admin/checkout-uz/invoices/${held[0]?.id ?? ""}/resolve`
      expect(await merchant.post(resolve, { action: "retry" })).toMatchObject({
        status: 409,
        body: {
          code: "retry_is_no_help",
          message: expect.stringContaining("another try cannot mend") as unknown,
        },
      })
    })
  })

  describe("a hold", () => {
    it("stands although the bell cannot be rung, and the event is emitted", async () => {
      const events = listen(shop, "checkout-uz.invoice.held")
      await breakDatabase(shop, { table: "notification", on: "INSERT", fails: true })
      const { number } = await blockedWith(shop, "order_canceled")
      await knownMoneyIsDue(shop)
      await eventually(
        () => Promise.resolve(events),
        (heard) => heard.some((event) => event["invoice_number"] === number)
      )
      expect(await notifications(shop)).toEqual([])
      expect(await stateOf(shop, number)).toMatchObject({ state: "paid" })
      expect(await attention(shop)).toMatchObject({ held: [{ number }] })
    })

    it("is published by the next sweep where a crash came between the hold and its event", async () => {
      const { number } = await blockedWith(shop, "order_canceled")
      const events = listen(shop, "checkout-uz.invoice.held")
      const aboutIt = (heard: Record<string, unknown>[]) =>
        heard.filter((event) => event["invoice_number"] === number)
      // Between the blocker and its alert,
      await knownMoneyIsDue(shop)
      await eventually(
        () => Promise.resolve(aboutIt(events)),
        (heard) => heard.length === 1
      )
      // and between the alert's claim and its event: the claim of a server that died runs out.
      const died = () =>
        shop.sql(
          `UPDATE checkout_uz_alert
              SET published_at = NULL, claimed_at = now() - interval '1 minute'
            WHERE published_at IS NOT NULL RETURNING id`
        )
      await eventually(died, (alerts) => alerts.length > 0)
      await eventually(
        () => Promise.resolve(aboutIt(events)),
        (heard) => heard.length === 2
      )
    })

    it("whose cause is mended ends as one order when the merchant tries again", async () => {
      const { cart, number } = await shop.startedCart()
      await offerProvider(shop, false)
      await shop.sandbox.pay(number)
      await eventually(
        () => stateOf(shop, number),
        ({ blocker }) => blocker === "provider_off"
      )
      await patienceIsOver(shop)
      const { held } = await attention(shop)
      expect(held).toMatchObject([{ reason: "provider_off", actions: ["retry", "mark_returned"] }])
      const merchant = await logIn(shop)
      const resolve = `/admin/checkout-uz/invoices/${held[0]?.id ?? ""}/resolve`
      expect(await merchant.post(resolve, { action: "retry" })).toMatchObject({
        status: 200,
        body: { invoice: { state: "paid", reason: "provider_off" } },
      })
      await expectNothingCaptured(shop, cart)

      await offerProvider(shop, true)
      expect(await merchant.post(resolve, { action: "retry" })).toMatchObject({
        status: 200,
        body: { invoice: { state: "settled", reason: null, since: null } },
      })
      await expectSettledOnce(shop, cart)
      expect(await orderNumbers(shop)).toEqual([1])
      expect(await historyOf(shop, number)).toContainEqual({
        move: "paid > paid",
        actor_id: merchant.id,
        note: "retry",
      })
      expect(await attention(shop)).toMatchObject({ held_count: 0, payouts_count: 0 })
    })

    it("whose cause is mended heals by itself, and leaves the list", async () => {
      const { cart, number } = await shop.startedCart()
      await offerProvider(shop, false)
      await shop.sandbox.pay(number)
      await eventually(
        () => stateOf(shop, number),
        ({ blocker }) => blocker === "provider_off"
      )
      await patienceIsOver(shop)
      expect(await attention(shop)).toMatchObject({ held_count: 1 })
      await offerProvider(shop, true)
      await shop.sql("UPDATE checkout_uz_invoice SET next_check_at = now()")
      await knownMoneyIsDue(shop)
      await expectSettledOnce(shop, cart)
      expect(await attention(shop)).toMatchObject({ held_count: 0 })
    })

    it("for its amount is settled by another try only when the service names the exact amount", async () => {
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await shop.sandbox.fault("status_payment", "wrong_amount")
      const [session] = await sessionsOf(shop, cart)
      await sessionStatus(shop, session?.id ?? "")
      await patienceIsOver(shop)
      const { held } = await attention(shop)
      expect(held).toMatchObject([
        {
          number,
          reason: "amount_mismatch",
          amount: cart.total,
          // What has to go back, if it does.
          paid_amount: cart.total + 1,
        },
      ])
      const merchant = await logIn(shop)
      const resolve = `/admin/checkout-uz/invoices/${held[0]?.id ?? ""}/resolve`

      for (const [fault, status, code] of [
        ["wrong_amount", 409, "amount_not_confirmed"],
        ["wrong_id", 502, "service_failed"],
        ["http_500", 502, "service_failed"],
      ] as const) {
        await shop.sandbox.fault("status_payment", fault, 10)
        const refused = await merchant.post(resolve, { action: "retry" })
        expect(refused).toMatchObject({ status, body: { code } })
        await shop.sandbox.clearFaults()
        await expectNothingCaptured(shop, cart)
        expect(await stateOf(shop, number)).toMatchObject({ blocker: "amount_mismatch" })
      }

      expect(await merchant.post(resolve, { action: "retry" })).toMatchObject({
        body: { invoice: { state: "settled" } },
      })
      await expectSettledOnce(shop, cart)
    })

    it("that another service confirmed is not settled here, and its checkout is left alone", async () => {
      const { cart, number } = await blockedWith(shop, "cart_changed")
      await shop.sql(
        "UPDATE checkout_uz_invoice SET service_url = 'https://elsewhere.example/api/v1'"
      )
      const before = await shop.sandbox.calls("create_payment")
      await patienceIsOver(shop)
      await knownMoneyIsDue(shop)
      const { held } = await eventually(
        () => attention(shop),
        (list) => list.held[0]?.reason === "service_changed"
      )
      const merchant = await logIn(shop)
      const path = `/admin/checkout-uz/invoices/${held[0]?.id ?? ""}`

      const refused = await merchant.post(`${path}/resolve`, { action: "retry" })
      expect(refused).toMatchObject({ status: 409, body: { code: "other_service" } })
      expect(JSON.stringify(refused.body)).toContain("https://elsewhere.example/api/v1")
      await merchant.post(`${path}/check`)
      await expectNothingCaptured(shop, cart)
      expect(await sessionsOf(shop, cart)).toHaveLength(1)
      expect(await shop.sandbox.calls("create_payment")).toBe(before)
      expect(await stateOf(shop, number)).toMatchObject({
        state: "paid",
        blocker: "service_changed",
      })

      const returned = { action: "mark_returned", note: "it was play money" }
      expect(await merchant.post(`${path}/resolve`, returned)).toMatchObject({
        body: { invoice: { state: "returned" } },
      })
    })

    it("marked as returned leaves nothing that could be settled with the money given back", async () => {
      const { cart, session, number } = await shop.startedCart(COUNTED)
      await stock(shop, 0)
      await shop.sandbox.pay(number, "drop")
      await sessionStatus(shop, session.id)
      await patienceIsOver(shop)
      const { held } = await attention(shop)
      expect(held).toMatchObject([{ number, reason: "not_completable" }])
      const merchant = await logIn(shop)
      await merchant.post(`/admin/checkout-uz/invoices/${held[0]?.id ?? ""}/resolve`, {
        action: "mark_returned",
        note: "sold out",
      })
      expect(await sessionsOf(shop, cart)).toEqual([])

      await stock(shop, 5)
      await shop.store.post(`/store/carts/${cart.id}/complete`)
      expect(await sessionStatus(shop, session.id)).toMatchObject({ status: "canceled" })
      const books = await expectNothingCaptured(shop, cart)
      expect(books.invoices).toMatchObject([{ state: "returned" }])
      // The customer can buy again, with other money.
      const [again] = await shop.store.startSession(cart.collectionId)
      expect(again?.data.invoice_id).not.toBe(number)
      await shop.sandbox.pay(again?.data.invoice_id ?? 0)
      await eventually(
        () => readBooks(shop, cart),
        ({ orders }) => orders.length === 1
      )
      expect(await attention(shop)).toMatchObject({
        held_count: 0,
        payouts: [{ kind: "return", amount: cart.total, invoice_number: number }],
      })
    })

    it("that settles while the merchant marks it as returned is one of the two, never both", async () => {
      const { cart, number } = await settledCart(shop)
      const id = await invoiceId(shop, number)
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', blocker = 'cart_changed',
                blocker_since = now(), waiting_since = now()`
      )
      const merchant = await logIn(shop)
      const [retried, marked] = await Promise.all([
        merchant.post(`/admin/checkout-uz/invoices/${id}/resolve`, { action: "retry" }),
        merchant.post(`/admin/checkout-uz/invoices/${id}/resolve`, {
          action: "mark_returned",
          note: "in the same instant",
        }),
      ])
      const { state } = await stateOf(shop, number)
      const books = await readBooks(shop, cart)
      // Whichever came first: never both an order that is paid and money that went back.
      expect(["returned", "settled"]).toContain(state)
      expect([200, 409]).toContain(retried.status)
      expect(marked.status).toBe(state === "returned" ? 200 : 409)
      expect(books.refunded).toBe(state === "returned" ? cart.total : 0)
      expect(await attention(shop)).toMatchObject({
        held_count: 0,
        payouts_count: state === "returned" ? 1 : 0,
      })
    })

    it("marked as returned ends first, then what Medusa still books for it is undone", async () => {
      const { cart, number } = await settledCart(shop)
      // As a server leaves it that stopped while an order was cancelled and its payment captured.
      await shop.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now()`)
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', blocker = 'order_canceled',
                blocker_since = now(), waiting_since = now() WHERE number = ?`,
        [String(number)]
      )
      const { held } = await attention(shop)
      const merchant = await logIn(shop)
      expect(
        await merchant.post(`/admin/checkout-uz/invoices/${held[0]?.id ?? ""}/resolve`, {
          action: "mark_returned",
          note: "paid back in cash",
        })
      ).toMatchObject({ status: 200, body: { invoice: { state: "returned" } } })
      const books = await readBooks(shop, cart)
      expect(books).toMatchObject({ captured: cart.total, refunded: cart.total })
      // One money goes back once: Medusa's refund of it is no second pay-out.
      expect(await attention(shop)).toMatchObject({
        held_count: 0,
        payouts: [{ kind: "return", amount: cart.total }],
        payouts_count: 1,
      })
    })

    it("whose books could not be undone as it was returned is undone by the comparison of the books", async () => {
      const { cart, number } = await settledCart(shop)
      await shop.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now()`)
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', blocker = 'order_canceled',
                blocker_since = now(), waiting_since = now()`
      )
      const heal = await breakDatabase(shop, { table: "refund", on: "INSERT", fails: true })
      const merchant = await logIn(shop)
      const resolve = `/admin/checkout-uz/invoices/${await invoiceId(shop, number)}/resolve`
      expect(await merchant.post(resolve, { action: "mark_returned" })).toMatchObject({
        status: 200,
        body: { invoice: { state: "returned" } },
      })
      expect(await readBooks(shop, cart)).toMatchObject({ captured: cart.total, refunded: 0 })
      await heal()
      await booksAreDue(shop)
      const books = await eventually(
        () => readBooks(shop, cart),
        ({ refunded }) => refunded > 0,
        40_000
      )
      expect(books).toMatchObject({ captured: cart.total, refunded: cart.total })
      expect(await attention(shop)).toMatchObject({
        held_count: 0,
        payouts: [{ kind: "return", amount: cart.total }],
        payouts_count: 1,
      })
    })
  })

  describe("a refund in Medusa", () => {
    it("is to be paid out by hand until it is ticked off, with the order's number and customer", async () => {
      const events = listen(shop, "checkout-uz.payout.due")
      const { number } = await settledCart(shop)
      await askAdmin(shop, "POST", `/admin/payments/${await paymentId(shop)}/refund`, {
        amount: 10_000,
      })
      const { payouts } = await attention(shop)
      expect(payouts).toMatchObject([
        {
          kind: "refund",
          amount: 10_000,
          invoice_number: number,
          order: { display_id: 1 },
          customer: { email: "xaridor@example.uz" },
          completed_at: null,
        },
      ])
      await eventually(
        () => Promise.resolve(events),
        (heard) => heard.length === 1
      )
      expect(events).toMatchObject([{ payout_amount: 10_000, invoice_number: number }])

      const merchant = await logIn(shop)
      const complete = `/admin/checkout-uz/refunds/${payouts[0]?.id ?? ""}/complete`
      const first = await merchant.post(complete, { note: "receipt 12" })
      expect(first).toMatchObject({
        status: 200,
        body: { payout: { completed_by: merchant.id, note: "receipt 12" } },
      })
      const other = await logIn(shop)
      expect((await other.post(complete, { note: "again" })).body).toEqual(first.body)
      expect(await attention(shop)).toMatchObject({ payouts: [], payouts_count: 0 })
    })

    it("never comes to more than was captured, however it is asked for", async () => {
      const { cart } = await settledCart(shop)
      const payment = await paymentId(shop)
      const merchant = await logIn(shop)
      const refund = (amount: number) =>
        merchant.post(`/admin/payments/${payment}/refund`, { amount })
      await Promise.all([refund(cart.total), refund(cart.total), refund(cart.total)])
      await refund(1)
      const [row] = await shop.sql("SELECT sum(amount)::int AS total FROM checkout_uz_payout")
      expect(row).toEqual({ total: cart.total })
    })

    it("that no provider was told of, since a server died, comes on the list by the comparison of the books", async () => {
      const { cart, number } = await settledCart(shop)
      await shop.sql(
        `INSERT INTO refund (id, amount, raw_amount, payment_id, created_at)
         VALUES ('ref_swallowed', 10000, '{"value": "10000", "precision": 20}', ?, now() - interval '2 minutes')`,
        [await paymentId(shop)]
      )
      await booksAreDue(shop)
      const { payouts } = await eventually(
        () => attention(shop),
        (list) => list.payouts_count === 1,
        40_000
      )
      expect(payouts).toMatchObject([{ kind: "refund", amount: 10_000, invoice_number: number }])
      expect(cart.total).toBeGreaterThan(10_000)
    })

    it("of money paid without a cart puts it before the merchant, and nothing is captured again", async () => {
      const payments = shop.container.resolve(Modules.PAYMENT)
      const collection = await payments.createPaymentCollections({
        amount: 50_000,
        currency_code: "uzs",
      })
      const session = await payments.createPaymentSession(collection.id, {
        provider_id: PROVIDER_ID,
        amount: 50_000,
        currency_code: "uzs",
        data: {},
      })
      const number = z.object({ invoice_id: z.number() }).parse(session.data).invoice_id
      await shop.sandbox.pay(number)
      await eventually(
        () => stateOf(shop, number),
        ({ state }) => state === "settled"
      )
      await payments.refundPayment({ payment_id: await paymentId(shop), amount: 50_000 })
      await sessionStatus(shop, session.id)
      expect(await attention(shop)).toMatchObject({
        held: [{ number, reason: "owner_gone", order: null, actions: ["mark_returned"] }],
        payouts_count: 0,
      })
      const [row] = await shop.sql("SELECT count(*)::int AS captures FROM capture")
      expect(row).toEqual({ captures: 1 })
    })
  })

  describe("a cancelled order", () => {
    it("with money captured in the same instant gets a refund to pay out by hand", async () => {
      const { cart, number } = await settledCart(shop)
      // Core looked at the payments before this one was captured, and cancelled then.
      await shop.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now()`)
      const { orders } = await readBooks(shop, cart)
      await shop.container
        .resolve(Modules.EVENT_BUS)
        .emit({ name: "order.canceled", data: { id: orders[0]?.id } })
      await expectGivenBack(shop, cart, number)
    })

    it("with money captured that nobody settled yet ends the same way", async () => {
      const { cart, number } = await settledCart(shop)
      await shop.sql(`UPDATE "order" SET status = 'canceled', canceled_at = now()`)
      await shop.sql(
        `UPDATE checkout_uz_invoice SET state = 'paid', settled_at = NULL, waiting_since = now(),
                next_check_at = now()`
      )
      const [invoice] = await ledgerOf(shop).invoices.ofCollections([cart.collectionId])
      await sessionStatus(shop, invoice?.spentBySession ?? "")
      expect(await stateOf(shop, number)).toMatchObject({ state: "settled" })
      expect(await attention(shop)).toMatchObject({
        held_count: 0,
        payouts: [{ kind: "refund", amount: cart.total }],
      })
    })
  })

  it("is shown and changed by people who are logged in only, and bad requests say what is wrong", async () => {
    const strangers = [
      await fetch(`${shop.baseUrl}${ATTENTION}`),
      await fetch(`${shop.baseUrl}/admin/checkout-uz/invoices/x/resolve`, { method: "POST" }),
      await fetch(`${shop.baseUrl}/admin/checkout-uz/refunds/x/complete`, { method: "POST" }),
    ]
    expect(strangers.map(({ status }) => status)).toEqual([401, 401, 401])

    const merchant = await logIn(shop)
    expect(await merchant.get(`${ATTENTION}?limit=all`)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('"limit"') as unknown },
    })
    expect(
      await merchant.post("/admin/checkout-uz/invoices/x/resolve", { action: "forget" })
    ).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('"action"') as unknown },
    })
    for (const id of ["x", "%00"]) {
      const retry = { action: "retry" }
      expect(await merchant.post(`/admin/checkout-uz/invoices/${id}/resolve`, retry)).toMatchObject(
        { status: 404 }
      )
    }
    expect(
      await merchant.post("/admin/checkout-uz/refunds/x/complete", { note: "a\u0000b" })
    ).toMatchObject({ status: 400 })
    expect(await merchant.post("/admin/checkout-uz/refunds/x/complete")).toMatchObject({
      status: 404,
    })
  })
})

/** The list of what needs the merchant, held against the contract. */
async function attention(shop: Shop) {
  const answer = await askAdmin(shop, "GET", ATTENTION)
  return strictly(attentionAnswerSchema, answer)
}

/** Everything an event says from now on. */
function listen(shop: Shop, name: string): Record<string, unknown>[] {
  const heard: Record<string, unknown>[] = []
  shop.container.resolve(Modules.EVENT_BUS).subscribe(
    name,
    ({ data }) => {
      heard.push(z.record(z.string(), z.unknown()).parse(data))
      return Promise.resolve()
    },
    { subscriberId: `test-${name}-${Math.random()}` }
  )
  return heard
}

async function notifications(shop: Shop): Promise<unknown[]> {
  const rows = await shop.sql(
    "SELECT data FROM notification WHERE channel = 'feed' AND template = 'admin-ui'"
  )
  return rows.map(({ data }) => data)
}

async function stateOf(shop: Shop, number: number) {
  const [row] = await shop.sql("SELECT state, blocker FROM checkout_uz_invoice WHERE number = ?", [
    String(number),
  ])
  return z.object({ state: z.string(), blocker: z.string().nullable() }).parse(row)
}

async function historyOf(shop: Shop, number: number) {
  return shop.sql(
    `SELECT m.from_state || ' > ' || m.to_state AS move, m.actor_id, m.note
       FROM checkout_uz_invoice_transition m JOIN checkout_uz_invoice i ON i.id = m.invoice_id
      WHERE i.number = ?`,
    [String(number)]
  )
}

async function paymentId(shop: Shop): Promise<string> {
  const [row] = await shop.sql("SELECT id FROM payment WHERE deleted_at IS NULL")
  return z.object({ id: z.string() }).parse(row).id
}

async function offerProvider(shop: Shop, offered: boolean): Promise<void> {
  await shop.sql("UPDATE payment_provider SET is_enabled = CAST(? AS boolean) WHERE id = ?", [
    String(offered),
    PROVIDER_ID,
  ])
}

/** Money in whose way a server found something, and died. */
async function blockedWith(shop: Shop, reason: "order_canceled" | "cart_changed") {
  const { cart, number } = await shop.startedCart()
  const ledger = ledgerOf(shop)
  await shop.sandbox.pay(number, "drop")
  const [invoice] = await ledger.invoices.ofCollections([cart.collectionId])
  if (!invoice) throw new Error("There is no invoice.")
  await ledger.requests.verify(invoice.id, { wait: true })
  await ledger.spending.block({
    id: invoice.id,
    reason,
    facts: {},
    message: "something got in the way",
    retryInSeconds: null,
  })
  return { cart, number }
}

/** What was captured on a cancelled order is refunded in Medusa, and is one pay-out. */
async function expectGivenBack(shop: Shop, cart: ReadyCart, number: number): Promise<void> {
  await eventually(
    () => attention(shop),
    (list) => list.payouts_count === 1,
    40_000
  )
  const books = await eventually(
    () => readBooks(shop, cart),
    ({ orders: [order] }) => order?.transactions.length === 2
  )
  expect(books).toMatchObject({ captured: cart.total, refunded: cart.total })
  expect(books.orders[0]?.transactions.map(({ amount }) => amount)).toEqual(
    expect.arrayContaining([cart.total, -cart.total])
  )
  expect(await stateOf(shop, number)).toMatchObject({ state: "settled" })
  expect(await attention(shop)).toMatchObject({
    held_count: 0,
    payouts: [{ kind: "refund", amount: cart.total }],
  })
}

async function invoiceId(shop: Shop, number: number): Promise<string> {
  const [row] = await shop.sql("SELECT id FROM checkout_uz_invoice WHERE number = ?", [
    String(number),
  ])
  return z.object({ id: z.string() }).parse(row).id
}
