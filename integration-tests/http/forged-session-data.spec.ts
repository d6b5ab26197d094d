import { Modules } from "@medusajs/framework/utils"
import { completeCartWorkflowId } from "@medusajs/medusa/core-flows"
import { WORDS } from "../../src/api/store/language"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { tryToComplete } from "../setup/orders"
import { waitForStatus } from "../setup/progress"
import { describeShop, PROVIDER_ID } from "../setup/shop"
import type { Answer } from "../setup/store-client"
import { announcement, ownAddress, postHook } from "../setup/webhooks"

const SHOP_ORIGIN = "http://127.0.0.1:8000"

describeShop("what a client says of a session is not believed", {}, (shop) => {
  afterEach(async () => {
    await shop.sandbox.clearFaults()
  })

  it("every key of a session's data is the plugin's, whatever the client sends", async () => {
    const other = await shop.startedCart()
    await shop.sandbox.pay(other.number, "drop")
    const cart = await shop.readyCart()
    const evil = "https://evil.example/pay"
    const forged = {
      session_id: other.session.id,
      invoice_id: other.number,
      uuid: "11111111-2222-4333-8444-555555555555",
      status: "paid",
      amount: 1_000,
      currency_code: "usd",
      payment_url: evil,
      payment_system: "evil",
      pay_via: { evil, click: evil },
      custom_payment_pages: [{ domain: "evil.example", url: evil }],
      expires_at: "2099-01-01T00:00:00.000Z",
    }
    const [session] = await shop.store.startSession(cart.collectionId, PROVIDER_ID, forged)
    const [payment] = (await shop.sandbox.payments()).filter(({ id }) => id > other.number)
    expect(payment).toBeDefined()
    expect(session?.data).toMatchObject({
      session_id: session?.id,
      invoice_id: payment?.id,
      uuid: payment?.uuid,
      status: "pending",
      amount: cart.total,
      currency_code: "uzs",
      payment_system: null,
      custom_payment_pages: [],
    })
    expect(session?.data.payment_url).toContain(shop.sandbox.url)
    expect(JSON.stringify(session?.data)).not.toContain("evil")
    for (const [key, value] of Object.entries(forged)) {
      expect(session?.data[key]).not.toEqual(value)
    }
    // As it is stored, too.
    const [row] = await shop.sql(`SELECT data FROM payment_session WHERE id = ?`, [
      session?.id ?? "",
    ])
    expect(row?.data).toEqual(session?.data)

    expect((await tryToComplete(shop, cart.id)).body).toMatchObject({ type: "cart" })
    await expectNothingCaptured(shop, cart)
  })

  it("another paid cart's session_id in the data captures nothing here and takes nothing there", async () => {
    const victim = await shop.startedCart()
    await shop.sandbox.pay(victim.number, "drop")
    const thief = await shop.startedCart()
    // What is stored while a session is being made: the client's own input.
    await shop.sql(`UPDATE payment_session SET data = data || ?::jsonb WHERE id = ?`, [
      JSON.stringify({ session_id: victim.session.id, invoice_id: victim.number }),
      thief.session.id,
    ])
    const engine = shop.container.resolve(Modules.WORKFLOW_ENGINE)
    const tryToSteal = async () => {
      expect((await tryToComplete(shop, thief.cart.id)).body).toMatchObject({ type: "cart" })
      await engine.run(completeCartWorkflowId, {
        input: { id: thief.cart.id },
        throwOnError: false,
      })
      const body = announcement(thief.number, thief.cart.total)
      expect(await postHook(shop, await ownAddress(shop, thief.number), body)).toBe(200)
      await expectNothingCaptured(shop, thief.cart)
    }
    await tryToSteal()
    await waitForStatus(shop, victim.session.id, "order_placed")
    const settled = await expectSettledOnce(shop, victim.cart)
    await tryToSteal()

    // Dropping the forged session touches the other cart's money no more than using it.
    await shop.store.startSession(thief.cart.collectionId, PROVIDER_ID, {
      session_id: victim.session.id,
    })
    await tryToSteal()
    expect(await expectSettledOnce(shop, victim.cart)).toEqual(settled)
  })

  it("a return address on a foreign origin is refused with one sentence, and no invoice is made", async () => {
    const cart = await shop.readyCart()
    const invoices = await shop.sandbox.calls("create_payment")
    const start = (return_url: unknown): Promise<Answer> =>
      shop.store.post(`/store/payment-collections/${cart.collectionId}/payment-sessions`, {
        provider_id: PROVIDER_ID,
        data: { return_url },
      })
    const foreign: unknown[] = [
      "https://evil.example/",
      "http://127.0.0.1:8000.evil.example/",
      "http://127.0.0.1:8000@evil.example/",
      "http://someone@127.0.0.1:8000/",
      "https://127.0.0.1:8000/",
      "http://127.0.0.1:8001/",
      "//127.0.0.1:8000/",
      "/checkout/return",
      "javascript:alert(1)//127.0.0.1:8000",
      "data:text/html,http://127.0.0.1:8000",
      7,
      { href: SHOP_ORIGIN },
      [SHOP_ORIGIN],
    ]
    for (const address of foreign) {
      expect(await start(address)).toEqual({
        status: 400,
        body: {
          code: "invalid_request",
          type: "invalid_data",
          message: WORDS.en.invalid_request,
          detail:
            "The payment session's data.return_url must be an address on one of the plugin's storefrontOrigins in medusa-config.",
        },
      })
    }
    expect(await shop.sandbox.calls("create_payment")).toBe(invoices)
  })

  it("a return address on an allowed origin is used, with the session's id filled in", async () => {
    const templates = [
      ["/done?s={session_id}&x=1#top", (id: string) => `/done?s=${id}&x=1#top`],
      ["/done/{session_id}/", (id: string) => `/done/${id}/`],
      ["/plain", () => "/plain"],
    ] as const
    for (const [template, filled] of templates) {
      const cart = await shop.readyCart()
      const [session] = await shop.store.startSession(cart.collectionId, PROVIDER_ID, {
        return_url: `${SHOP_ORIGIN}${template}`,
      })
      const { return_url } = await shop.sandbox.payment(session?.data.invoice_id ?? -1)
      expect(return_url).toBe(`${SHOP_ORIGIN}${filled(session?.id ?? "")}`)
    }
    // Without one, the configuration's.
    const { session, number } = await shop.startedCart()
    expect((await shop.sandbox.payment(number)).return_url).toBe(
      `${SHOP_ORIGIN}/checkout/return?session=${session.id}`
    )
  })
})
