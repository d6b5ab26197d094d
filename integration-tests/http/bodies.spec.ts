import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { logged, refusedSession } from "../setup/refusal"
import { describeShop, eventually, type ReadyCart, type Shop } from "../setup/shop"
import { says, StandIn, type Reply } from "../setup/stand-in"
import { BARE_ADDRESS, postHook } from "../setup/webhooks"

const UUID = "11111111-2222-4333-8444-555555555555"
const PAGE = `https://checkout.uz/pay/${UUID}`

/** The documented answer of `/create_payment` (docs/service.md, 12.1), with changes. */
function created(changes: Record<string, unknown> = {}): Reply {
  const payment = {
    _id: 61001,
    _uuid: UUID,
    _url: PAGE,
    _amount: 7000,
    _status: "pending",
    _pay_via: { click: "https://checkout.uz/pay/x/click" },
    _lifteme: { _second: 3600, _hour: 1 },
    ...changes,
  }
  return says({ status: "success", payment })
}

const PENDING = says(
  '{"status":"success","data":{"id":"61001","amount":"7000.00","status":"pending","paid_at":null}}'
)
const PAID = says(
  '{"status":"success","data":{"id":"61001","amount":"7000.00","status":"paid","created_at":"2026-02-01 10:00:00","paid_at":"2026-02-01 10:04:10"}}'
)
const WEBHOOK =
  '{"webhook_type":"version_1_1","status":"success","event":"payment_confirmed","payment_system":"click","shop_id":9,"data":{"order_id":61001,"amount":7000,"currency":"UZS","status":"paid","provider_details":{},"perform_time":1784000000123},"timestamp":1784000000}'

/** The answer about a paid invoice, as seen live (docs/service.md, 12.1), with changes. */
function paid(changes: Record<string, unknown>): Reply {
  const data = { id: "61001", amount: "7000.00", status: "paid", paid_at: null, ...changes }
  return says({ status: "success", data })
}

const service = new StandIn()
beforeAll(() => service.start())
afterAll(() => service.stop())

const plugin = {
  // Read when the shop starts: only then is the port known.
  get baseUrl() {
    return service.baseUrl
  },
  paymentHosts: ["checkout.uz"],
  amountRounding: "exact",
  timeouts: { requestMs: 1_500 },
}

describeShop("a shop beside a service that says exactly what it is told to", { plugin }, (shop) => {
  let cart: ReadyCart
  beforeEach(async () => {
    service.on("create_payment", created())
    service.on("status_payment", PENDING)
    service.calls.length = 0
    cart = await shop.cartOver("7000")
  })

  describe("/create_payment, to accept", () => {
    const CLICK = { click: "https://checkout.uz/pay/x/click" }

    it("a session shows the page and nothing undocumented, whatever the side fields are", async () => {
      const accepted: [string, Record<string, unknown>, Record<string, string>][] = [
        ["documented", {}, CLICK],
        ["as strings", { _id: "61001", _amount: "7000.00" }, CLICK],
        ["without _pay_via", { _pay_via: undefined }, {}],
        ["with _pay_via null", { _pay_via: null }, {}],
        ["with _pay_via no object", { _pay_via: "click" }, {}],
        ["without _lifteme", { _lifteme: undefined }, CLICK],
        [
          "with a payment system on a script scheme",
          { _pay_via: { ...CLICK, payme: "javascript:alert(1)", oson: "http://oson.example/1" } },
          CLICK,
        ],
      ]
      for (const [name, changes, payVia] of accepted) {
        await emptyLedger(shop)
        service.on("create_payment", created(changes))
        const before = Date.now()
        const [session] = await shop.store.startSession(cart.collectionId)
        const { expires_at: expiresAt, ...data } = session?.data ?? {}
        expect({ name, data }).toEqual({
          name,
          data: {
            session_id: session?.id,
            invoice_id: 61001,
            uuid: UUID,
            status: "pending",
            amount: 7000,
            currency_code: "uzs",
            payment_url: PAGE,
            payment_system: null,
            pay_via: payVia,
            custom_payment_pages: [],
          },
        })
        const lifetime = new Date(String(expiresAt)).getTime() - before
        expect(Math.abs(lifetime - 3_600_000)).toBeLessThan(30_000)
      }
    })

    it("custom pages are shown on paymentHosts only", async () => {
      const custom_payment_pages = [
        { domain: "checkout.uz", _url: "https://checkout.uz/own/1" },
        { domain: "checkout.uz", _url: "https://evil.example/own/1" },
        { domain: 7, _url: null },
      ]
      service.on("create_payment", created({ custom_payment_pages }))
      const [session] = await shop.store.startSession(cart.collectionId)
      expect(session?.data["custom_payment_pages"]).toEqual([
        { domain: "checkout.uz", url: "https://checkout.uz/own/1" },
      ])
    })
  })

  describe("/create_payment, to refuse", () => {
    const UNUSABLE =
      "The payment service gave an answer that cannot be used, so no payment page is shown: try again in a minute."
    // Its port is known only when the shop starts.
    const UNREACHABLE = "The payment service cannot be reached at http://127.0.0.1:"
    const REFUSED =
      "The payment service refused to make an invoice for this payment; the server's log has its words."
    const foreign = (host: string) =>
      `The payment service gave a payment page on ${host}, which is not shown: if the host is right, add it to paymentHosts in the plugin's options.`
    const OTHER_AMOUNT =
      "The payment service made an invoice over 700000 UZS instead of 7000 UZS, so its page is not shown: try again, and tell the service if it happens again."

    it("one sentence, no page, one call, and every invoice whose number is known is in the ledger", async () => {
      const refused: [string, Reply, string, string[]][] = [
        ["_id negative", created({ _id: -61001 }), UNUSABLE, []],
        ["_id true", created({ _id: true }), UNUSABLE, []],
        ["_uuid empty", created({ _uuid: "" }), UNUSABLE, ["61001"]],
        ["_url a script", created({ _url: "javascript:alert(1)" }), UNUSABLE, ["61001"]],
        ["_url not http(s)", created({ _url: "ftp://checkout.uz/1" }), UNUSABLE, ["61001"]],
        [
          "_url on another host",
          created({ _url: "https://evil.example/1" }),
          foreign("https://evil.example"),
          ["61001"],
        ],
        [
          "_url plain http",
          created({ _url: "http://checkout.uz/1" }),
          foreign("http://checkout.uz"),
          ["61001"],
        ],
        ["another amount echoed", created({ _amount: 700_000 }), OTHER_AMOUNT, ["61001"]],
        ["no amount echoed", created({ _amount: null }), UNUSABLE, ["61001"]],
        ["a refusal", says({ status: "error", message: "bad amount" }), REFUSED, []],
        ["HTTP 404", says({ error: "no" }, 404), REFUSED, []],
        ["HTTP 500", says({ status: "error" }, 500), UNREACHABLE, []],
        ["HTTP 502", says("<html>Bad gateway</html>", 502), UNREACHABLE, []],
        ["a page", says("<html>Hello</html>"), UNUSABLE, []],
        ["a list", says([]), UNUSABLE, []],
        ["no answer", "hang", UNREACHABLE, []],
        ["a closed connection", "reset", UNREACHABLE, []],
      ]
      for (const [name, reply, sentence, numbers] of refused) {
        await emptyLedger(shop)
        service.calls.length = 0
        service.on("create_payment", reply)
        const refusal = await refusedSession(shop, cart.collectionId)
        expect({ name, ...refusal }).toEqual({
          name,
          status: 502,
          code: "unavailable",
          log: logged(sentence),
        })
        // Never a second try: it would be a second invoice.
        const calls = service.calls.map(({ operation }) => operation)
        expect({ name, calls, rows: await ledgerRows(shop) }).toEqual({
          name,
          calls: ["create_payment"],
          rows: numbers.map((number) => ({ number, state: "pending", payment_url: "" })),
        })
      }
    })

    it("an invoice whose page was refused is not handed out later, and its payment is found", async () => {
      service.on("create_payment", created({ _uuid: "", _url: "javascript:alert(1)" }))
      await refusedSession(shop, cart.collectionId)
      service.on("create_payment", created({ _id: 61002 }))
      const [session] = await shop.store.startSession(cart.collectionId)
      expect(session?.data).toMatchObject({ invoice_id: 61002, payment_url: PAGE })

      service.on("status_payment", PAID)
      expect(await postHook(shop, BARE_ADDRESS, WEBHOOK)).toBe(200)
      const { invoices } = await expectSettledOnce(shop, cart, service)
      expect(invoices.find(({ state }) => state === "settled")?.number).toBe("61001")
    })
  })

  describe("/status_payment", () => {
    it("pending is not paid, although the envelope says success; paid is", async () => {
      const [session] = await shop.store.startSession(cart.collectionId)
      expect(await complete(shop, cart)).toMatchObject({ type: "cart" })
      await expectNothingCaptured(shop, cart, service)

      service.on("status_payment", PAID)
      expect(await postHook(shop, BARE_ADDRESS, WEBHOOK)).toBe(200)
      await expectSettledOnce(shop, cart, service)
      const status = await shop.store.get(
        `/store/checkout-uz/payment-sessions/${session?.id ?? ""}`
      )
      expect(status.body).toMatchObject({ status: "order_placed", payment_url: null })
    })

    it("documented types are paid as well", async () => {
      await shop.store.startSession(cart.collectionId)
      service.on("status_payment", paid({ id: 61001, amount: 7000 }))
      await postHook(shop, BARE_ADDRESS, WEBHOOK)
      await expectSettledOnce(shop, cart, service)
    })

    it("no body to refuse ever captures, and none of them stands in the way of the true one", async () => {
      await shop.store.startSession(cart.collectionId)
      const refused: Record<string, Reply> = {
        "another id": paid({ id: "61002" }),
        "an id that is none": paid({ id: true }),
        "status 1": paid({ status: 1 }),
        "status true": paid({ status: true }),
        "status PAID": paid({ status: "PAID" }),
        "status success": paid({ status: "success" }),
        "an amount that is none": paid({ amount: "seven" }),
        "data missing": says({ status: "success" }),
        "data a list": says('{"status":"success","data":[{"id":61001,"status":"paid"}]}'),
        "a JSON array": says('[{"status":"success","data":{"status":"paid"}}]'),
        "a JSON text": says('"paid"'),
        "a refusal that calls itself paid": says({ status: "error", data: { status: "paid" } }),
        "HTTP 401": says({ error: "bad key" }, 401),
        "HTTP 403": says({ error: "address" }, 403),
        "HTTP 404": says({ error: "unknown" }, 404),
        "HTTP 500": says({ status: "error" }, 500),
        "HTTP 502": says("<html>Bad gateway</html>", 502),
        "no answer": "hang",
        "a closed connection": "reset",
      }
      for (const [name, reply] of Object.entries(refused)) {
        service.on("status_payment", reply)
        await forgetLastQuestion(shop)
        const asked = service.calls.length
        expect({ name, ...(await complete(shop, cart)) }).toMatchObject({ name, type: "cart" })
        expect({ name, asked: service.calls.length > asked }).toEqual({ name, asked: true })
        expect({ name, rows: await ledgerRows(shop) }).toEqual({
          name,
          rows: [{ number: "61001", state: "pending", payment_url: PAGE }],
        })
      }
      service.on("status_payment", PENDING)
      await expectNothingCaptured(shop, cart, service)

      service.on("status_payment", PAID)
      await postHook(shop, BARE_ADDRESS, WEBHOOK)
      await expectSettledOnce(shop, cart, service)
    })

    it.each([
      ["7000.01", "one tiyin more"],
      ["6999.99", "one tiyin less"],
      ["700000.00", "tiyin read as som"],
      ["70", "som read as tiyin"],
      ["7000.0000000000000000001", "more than a float can tell"],
    ])('paid with amount "%s" (%s) is held for the merchant and never captured', async (amount) => {
      await shop.store.startSession(cart.collectionId)
      service.on("status_payment", paid({ amount }))
      await postHook(shop, BARE_ADDRESS, WEBHOOK)
      await eventually(
        () => ledgerRows(shop),
        ([row]) => row?.["state"] === "paid"
      )
      const { invoices } = await expectNothingCaptured(shop, cart, service)
      expect(invoices).toMatchObject([{ blocker: "amount_mismatch", spent_by_session: null }])

      // Asked for again, the service is asked once more: as long as it says the same, nothing moves.
      const asked = service.calls.length
      expect(await complete(shop, cart)).toMatchObject({ type: "cart" })
      await expectNothingCaptured(shop, cart, service)
      expect(service.calls.length).toBe(asked + 1)
      expect(await ledgerRows(shop)).toMatchObject([{ state: "paid" }])

      // Once it says the very amount, the money is an order like any other.
      service.on("status_payment", PAID)
      await forgetLastQuestion(shop)
      await postHook(shop, BARE_ADDRESS, WEBHOOK)
      await expectSettledOnce(shop, cart, service)
    })
  })

  it("amountRounding exact asks for tiyin, and is paid with exactly those", async () => {
    const exact = await shop.cartOver("7000.4")
    service.on("create_payment", created({ _amount: "7000.40" }))
    const [session] = await shop.store.startSession(exact.collectionId)
    expect(service.calls.at(-1)?.body).toMatchObject({ amount: 7000.4 })
    expect(session?.data).toMatchObject({ amount: 7000.4, payment_url: PAGE })
    expect(
      await shop.sql("SELECT session_amount::text, invoice_amount::text FROM checkout_uz_invoice")
    ).toEqual([{ session_amount: "7000.4", invoice_amount: "7000.4" }])

    service.on("status_payment", paid({ amount: "7000.40" }))
    await postHook(shop, BARE_ADDRESS, WEBHOOK)
    const books = await expectSettledOnce(shop, exact, service)
    expect(books.paidAtService).toBe(7000.4)
  })
})

async function ledgerRows(shop: Shop): Promise<Record<string, unknown>[]> {
  return shop.sql("SELECT number, state, payment_url FROM checkout_uz_invoice ORDER BY number")
}

async function emptyLedger(shop: Shop): Promise<void> {
  await shop.sql("DELETE FROM checkout_uz_invoice")
}

/** The two seconds between two questions are tested elsewhere. */
async function forgetLastQuestion(shop: Shop): Promise<void> {
  await shop.sql("UPDATE checkout_uz_invoice SET requested_at = NULL, answered_at = NULL")
}

async function complete(shop: Shop, cart: ReadyCart): Promise<Record<string, unknown>> {
  const { body } = await shop.store.post(`/store/carts/${cart.id}/complete`)
  return body as Record<string, unknown>
}
