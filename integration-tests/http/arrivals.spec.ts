import type { IPaymentModuleService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflowId } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { describeShop, eventually, type Shop } from "../setup/shop"
import type { Answer } from "../setup/store-client"
import { announcement, BARE_ADDRESS, CORE_ADDRESS, ownAddress, postHook } from "../setup/webhooks"

type StartedCart = Awaited<ReturnType<Shop["startedCart"]>>

const KILOBYTE = 1024
const RACES_TIMEOUT_MS = 600_000

describeShop("whoever notices a payment first", {}, (shop) => {
  const returnPage = (sessionId: string) =>
    shop.store.get(`/store/checkout-uz/payment-sessions/${sessionId}`)
  const hasOrder = ({ body }: Answer) =>
    z.looseObject({ status: z.literal("order_placed") }).safeParse(body).success
  const complete = (cartId: string) => shop.store.post(`/store/carts/${cartId}/complete`)

  async function count(table: string): Promise<number> {
    const [row] = await shop.sql(`SELECT count(*)::int AS rows FROM "${table}"`)
    return z.object({ rows: z.number() }).parse(row).rows
  }
  /** Deliveries the plugin has kept about an invoice, as they came. */
  async function keptDeliveries(number: number) {
    const rows = await shop.sql(
      `SELECT d.body_base64, d.token_matched FROM checkout_uz_webhook_delivery d
         JOIN checkout_uz_invoice i ON i.id = d.invoice_id WHERE i.number = ?`,
      [String(number)]
    )
    return z
      .array(z.object({ body_base64: z.string(), token_matched: z.boolean() }))
      .parse(rows)
      .map(({ body_base64, token_matched }) => ({
        body: Buffer.from(body_base64, "base64").toString("utf8"),
        tokenMatched: token_matched,
      }))
  }
  /** Customers who have paid and whose webhook is still to come: sent by the test, or never. */
  async function paidCarts(howMany: number): Promise<StartedCart[]> {
    // The first one alone: of two first carts of one customer at once core refuses one.
    const carts: StartedCart[] = [await shop.startedCart()]
    while (carts.length < howMany) {
      const group = Array.from({ length: Math.min(5, howMany - carts.length) }, shop.startedCart)
      carts.push(...(await Promise.all(group)))
    }
    for (const { number } of carts) await shop.sandbox.pay(number, "drop")
    return carts
  }
  async function paidCart(): Promise<StartedCart> {
    const [cart] = await paidCarts(1)
    if (!cart) throw new Error("No cart was made.")
    return cart
  }
  /** Every answer of `POST /store/carts/:id/complete` that placed, or found, the order. */
  const orderIdSchema = z.object({
    type: z.literal("order"),
    order: z.looseObject({ id: z.string() }),
  })

  afterEach(async () => {
    await shop.sandbox.settings({ webhook_url: null })
  })

  it("a webhook before the customer is back: the return page finds the order and asks nobody", async () => {
    const { cart, session, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const { orders } = await expectSettledOnce(shop, cart)

    expect((await returnPage(session.id)).body).toMatchObject({ order_id: orders[0]?.id })
    await expectSettledOnce(shop, cart)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
  })

  it("a webhook after the return page changes nothing and asks nobody", async () => {
    const { cart, session, number } = await paidCart()
    await eventually(() => returnPage(session.id), hasOrder)
    const before = await expectSettledOnce(shop, cart)
    const calls = await shop.sandbox.calls("status_payment", number)

    const [dropped] = await shop.sandbox.webhooksAbout(number)
    await shop.sandbox.resend(dropped?.n ?? -1)
    await eventually(
      () => keptDeliveries(number),
      (kept) => kept.length === 1
    )
    expect(await expectSettledOnce(shop, cart)).toEqual(before)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(calls)
  })

  it(
    "webhook and return page in the same instant, twenty times: each cart is one order with one capture",
    async () => {
      const carts = await paidCarts(20)
      const calls = await shop.sandbox.calls("create_payment")
      for (const { cart, session, number } of carts) {
        const own = await ownAddress(shop, number)
        const body = announcement(number, cart.total)
        const [status, page] = await Promise.all([
          postHook(shop, own, body),
          returnPage(session.id),
        ])
        expect(status).toBe(200)
        expect(page.status).toBe(200)
      }
      for (const { cart } of carts) {
        const books = await expectSettledOnce(shop, cart)
        expect(books.paidAtService).toBe(cart.total)
      }
      // Also counting what was made and taken back again.
      expect(await count("order")).toBe(20)
      expect(await count("payment")).toBe(20)
      expect(await count("capture")).toBe(20)
      expect(await count("refund")).toBe(0)
      expect(await shop.sandbox.calls("create_payment")).toBe(calls)
    },
    RACES_TIMEOUT_MS
  )

  it(
    "webhook and cart.complete in the same instant, ten times: each cart is one order with one capture",
    async () => {
      const carts = await paidCarts(10)
      for (const { cart, number } of carts) {
        const own = await ownAddress(shop, number)
        const [status, completed] = await Promise.all([
          postHook(shop, own, announcement(number, cart.total)),
          complete(cart.id),
        ])
        expect(status).toBe(200)
        const { order } = orderIdSchema.parse(completed.body)
        const books = await expectSettledOnce(shop, cart)
        expect(books.orders[0]?.id).toBe(order.id)
        expect(await shop.sandbox.calls("status_payment", number)).toBeLessThanOrEqual(2)
      }
      expect(await count("order")).toBe(10)
      expect(await count("payment")).toBe(10)
      expect(await count("capture")).toBe(10)
      expect(await count("refund")).toBe(0)
    },
    RACES_TIMEOUT_MS
  )

  it("the webhook twice is one order", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number, "twice")
    await eventually(
      () => keptDeliveries(number),
      (kept) => kept.length === 2
    )
    await expectSettledOnce(shop, cart)
    expect(await count("order")).toBe(1)
    expect((await keptDeliveries(number)).map(({ tokenMatched }) => tokenMatched)).toEqual([
      true,
      true,
    ])
  })

  it("a webhook on the cash desk's general address settles", async () => {
    await shop.sandbox.settings({ webhook_url: `${shop.baseUrl}${BARE_ADDRESS}` })
    const { cart, number } = await paidCart()
    await resendTo("cash_desk", number)
    await expectSettledOnce(shop, cart)
    expect(await keptDeliveries(number)).toMatchObject([{ tokenMatched: false }])
  })

  it("a webhook on Medusa's own address settles, five seconds later", async () => {
    await shop.sandbox.settings({ webhook_url: `${shop.baseUrl}${CORE_ADDRESS}` })
    const { cart, number } = await paidCart()
    await resendTo("cash_desk", number)
    await expectSettledOnce(shop, cart)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
  })

  it("webhooks on the general and the invoice's own address are one order", async () => {
    await shop.sandbox.settings({ webhook_url: `${shop.baseUrl}${BARE_ADDRESS}` })
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    await eventually(
      () => keptDeliveries(number),
      (kept) => kept.length === 2
    )
    await expectSettledOnce(shop, cart)
    expect(await count("order")).toBe(1)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
  })

  it("webhooks on Medusa's own and the invoice's own address are one order", async () => {
    const payment: IPaymentModuleService = shop.container.resolve(Modules.PAYMENT)
    const handledByCore = jest.spyOn(payment, "getWebhookActionAndData")
    await shop.sandbox.settings({ webhook_url: `${shop.baseUrl}${CORE_ADDRESS}` })
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const before = await expectSettledOnce(shop, cart)

    // Only core's own handler tells that the five seconds are over.
    await eventually(
      () => Promise.resolve(handledByCore.mock.results.length),
      (calls) => calls === 1
    )
    const result: unknown = await handledByCore.mock.results[0]?.value
    expect(result).toEqual({ action: "not_supported" })
    handledByCore.mockRestore()
    expect(await expectSettledOnce(shop, cart)).toEqual(before)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
  })

  it("what cart.complete alone captured ends as settled", async () => {
    const { cart, number } = await paidCart()
    const completed = await complete(cart.id)
    const { order } = orderIdSchema.parse(completed.body)
    const books = await expectSettledOnce(shop, cart)
    expect(books.orders[0]?.id).toBe(order.id)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
  })

  it("what core's completion captured without any of the plugin's routes ends as settled", async () => {
    const { cart } = await paidCart()
    const engine = shop.container.resolve(Modules.WORKFLOW_ENGINE)
    await engine.run(completeCartWorkflowId, { input: { id: cart.id } })
    const books = await expectSettledOnce(shop, cart)
    expect(books.paidAtService).toBe(cart.total)
  })

  it("GET on a webhook address answers 200, for panels that try it", async () => {
    const { number } = await shop.startedCart()
    for (const path of [BARE_ADDRESS, await ownAddress(shop, number)]) {
      expect((await fetch(`${shop.baseUrl}${path}`)).status).toBe(200)
    }
    expect(await shop.sandbox.calls("status_payment", number)).toBe(0)
  })

  it("a webhook settles whatever content type it claims", async () => {
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json; charset=koi8-r",
      "multipart/form-data; boundary=x",
      "no/thing; ???",
      null,
    ]
    for (const contentType of types) {
      const { cart, number } = await paidCart()
      const body = announcement(number, cart.total)
      expect(await postHook(shop, await ownAddress(shop, number), body, contentType)).toBe(200)
      await expectSettledOnce(shop, cart)
    }
  })

  it("a body that is not JSON answers 400, one over 64 KB 413, and neither does anything", async () => {
    const { cart, number } = await paidCart()
    const own = await ownAddress(shop, number)
    const text = JSON.stringify(announcement(number, cart.total))
    for (const path of [own, BARE_ADDRESS]) {
      for (const broken of ["", "paid", text.slice(0, -1), `${text}}`, "order_id=1&status=paid"]) {
        expect(await postHook(shop, path, broken)).toBe(400)
      }
      expect(await postHook(shop, path, text.padEnd(64 * KILOBYTE + 1))).toBe(413)
    }
    await expectNothingCaptured(shop, cart)
    expect(await keptDeliveries(number)).toHaveLength(0)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(0)

    expect(await postHook(shop, own, text.padEnd(64 * KILOBYTE))).toBe(200)
    await expectSettledOnce(shop, cart)
  })

  it("JSON that announces no payment answers 200 and does nothing", async () => {
    const { cart, number } = await paidCart()
    const own = await ownAddress(shop, number)
    const paid = announcement(number, cart.total)
    const bodies: unknown[] = [
      { ...paid, event: "payment_refunded" },
      { ...paid, data: null },
      { ...paid, data: [paid.data] },
      ...[`-${number}`, `${number}.5`, `${number}x`, "", null, true, [number], 1e300].map(
        (order_id) => ({ ...paid, data: { ...paid.data, order_id } })
      ),
      [],
      [paid],
      {},
      "null",
      "true",
      "7",
      '"paid"',
      "[".repeat(30_000) + "]".repeat(30_000),
      '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000),
      `{"__proto__":${JSON.stringify(paid)}}`,
      `{"event":"payment_confirmed","data":{"__proto__":{"order_id":${number}}}}`,
    ]
    for (const body of bodies) {
      for (const path of [own, BARE_ADDRESS]) expect(await postHook(shop, path, body)).toBe(200)
    }
    await expectNothingCaptured(shop, cart)
    expect(await keptDeliveries(number)).toHaveLength(0)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(0)
    expect(Object.prototype).not.toHaveProperty("data")
    expect(Object.prototype).not.toHaveProperty("order_id")
  })

  it("odd text in a webhook does no harm: it settles and is kept byte for byte", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`
    const oddities: [string, string][] = [
      ['"payment_system":"cl\\u0000ick"', '"note":"\\u0000"'],
      ['"payment_system":"\\ud800"', '"note":"\\udfff"'],
      ['"payment_system":{}', `"note":${deep}`],
      ['"__proto__":{"polluted":1}', '"constructor":{"prototype":{"polluted":1}}'],
      [`"payment_system":"${"x".repeat(60_000)}"`, '"note":1'],
      ['"webhook_type":[],"shop_id":{},"payment_system":7', '"status":1'],
    ]
    for (const [top, inside] of oddities) {
      const { cart, number } = await paidCart()
      const own = await ownAddress(shop, number)
      const body = `{"event":"payment_confirmed",${top},"data":{"order_id":"${number}",${inside}}}`
      expect(await postHook(shop, own, body)).toBe(200)
      await expectSettledOnce(shop, cart)
      expect(await keptDeliveries(number)).toEqual([{ body, tokenMatched: true }])
    }
    expect(Object.prototype).not.toHaveProperty("polluted")
  })

  it("a webhook that cannot be stored settles all the same", async () => {
    const { cart, number } = await paidCart()
    await shop.sql(`ALTER TABLE checkout_uz_webhook_delivery RENAME TO elsewhere`)
    const warn = jest.spyOn(shop.container.resolve(ContainerRegistrationKeys.LOGGER), "warn")
    await resendTo("invoice", number)
    await expectSettledOnce(shop, cart)
    // The reason alone: neither the statement nor the body in it.
    expect(warn.mock.calls).toContainEqual([
      `A webhook about invoice ${number} could not be stored: relation "checkout_uz_webhook_delivery" does not exist`,
    ])
    warn.mockRestore()
    await shop.sql(`ALTER TABLE elsewhere RENAME TO checkout_uz_webhook_delivery`)
    expect(await keptDeliveries(number)).toHaveLength(0)
  })

  it("nobody notices a payment that never came", async () => {
    const { cart, session, number } = await shop.startedCart()
    expect((await returnPage(session.id)).body).toMatchObject({ status: "pending" })
    expect((await complete(cart.id)).body).toMatchObject({ type: "cart" })
    const books = await expectNothingCaptured(shop, cart)
    expect(books.invoices).toMatchObject([{ number: String(number), state: "pending" }])
    expect(await count("order")).toBe(0)
  })

  /** Delivers the webhook that was dropped to one of its two addresses. */
  async function resendTo(source: "cash_desk" | "invoice", number: number): Promise<void> {
    const deliveries = await shop.sandbox.webhooksAbout(number)
    const dropped = deliveries.find((delivery) => delivery.source === source)
    if (!dropped) throw new Error(`No webhook of invoice ${number} was dropped.`)
    await shop.sandbox.resend(dropped.n)
  }
})
