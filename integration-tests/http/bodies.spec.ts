import { expectSettledOnce } from "../setup/books"
import { logged, refusedSession } from "../setup/refusal"
import { describeShop, type ReadyCart } from "../setup/shop"
import {
  created,
  documentedCart,
  emptyLedger,
  ledgerRows,
  PAGE,
  paid,
  PAID,
  spokenService,
  UUID,
  WEBHOOK,
} from "../setup/spoken-bodies"
import { says, type Reply } from "../setup/stand-in"
import { BARE_ADDRESS, postHook } from "../setup/webhooks"

const { service, plugin } = spokenService()

describeShop("a shop beside a service that says exactly what it is told to", { plugin }, (shop) => {
  let cart: ReadyCart
  beforeEach(async () => {
    cart = await documentedCart(shop, service)
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
            parts: null,
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
