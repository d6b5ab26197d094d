import type { ICartModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { expectSettledOnce } from "../setup/books"
import { expectOtherProviderSells, logged, refusedSession, sessionsOf } from "../setup/refusal"
import { describeShop, OTHER_PROVIDER_ID, PROVIDER_ID, type Shop } from "../setup/shop"

const KEYLESS = "pp_checkout-uz_keyless"
const REFUSED = "pp_checkout-uz_refused"
const MISTYPED = "pp_checkout-uz_mistyped"
const UNKNOWN_OPTION = "pp_checkout-uz_unknown-option"

const providers = [
  { id: "keyless", options: { cashDesk: "chorsu", apiKey: "" } },
  { id: "refused", options: { cashDesk: "samarqand", apiKey: "key-nobody-knows-0c4f" } },
  { id: "mistyped", options: { cashDesk: "no such desk", apiKey: "key-of-the-mistyped-1" } },
  {
    id: "unknown-option",
    options: { cashDesk: "buxoro", apikey: "key-under-a-wrong-name-2" },
  },
]

describeShop("a shop with good and bad provider entries", { providers }, (shop) => {
  afterEach(async () => {
    await shop.sandbox.clearFaults()
    await shop.sandbox.settings({ ip_whitelist: null })
  })

  it("a missing key names the desk and the option, and calls nobody", async () => {
    const cart = await shop.readyCart()
    const before = await shop.sandbox.calls("create_payment")
    expect(await refusedSession(shop, cart.collectionId, { provider: KEYLESS })).toEqual({
      status: 502,
      code: "unavailable",
      log: logged(
        'Cash desk "chorsu" has no API key: set it in the admin\'s settings, or as options.apiKey of its provider entry under @medusajs/medusa/payment in medusa-config.'
      ),
    })
    expect(await shop.sandbox.calls("create_payment")).toBe(before)
    await expectOtherProviderSells(shop)
  })

  it("a wrong option of one provider entry names its path, and the other entries take payments", async () => {
    const cart = await shop.readyCart()
    expect(await refusedSession(shop, cart.collectionId, { provider: MISTYPED })).toEqual({
      status: 502,
      code: "unavailable",
      log: logged(
        'The options of the payment provider pp_checkout-uz_mistyped in medusa-config are wrong: "cashDesk": may hold letters, digits and hyphens only.'
      ),
    })
    expect(
      await refusedSession(shop, cart.collectionId, { provider: UNKNOWN_OPTION })
    ).toMatchObject({ status: 502, log: logged('"apikey"') })

    const [session] = await shop.store.startSession(cart.collectionId)
    await shop.sandbox.pay(session?.data.invoice_id ?? 0)
    await expectSettledOnce(shop, cart)
  })

  it("a key the service refuses names the desk and where to look, and never the key", async () => {
    const cart = await shop.readyCart()
    expect(await refusedSession(shop, cart.collectionId, { provider: REFUSED })).toEqual({
      status: 502,
      code: "unavailable",
      log: logged(
        'The payment service refused the API key of cash desk "samarqand", or the desk is not activated yet: check the key in the service\'s cash desk settings.'
      ),
    })
  })

  it("an address outside the whitelist says where to add it, and works as soon as it is", async () => {
    const cart = await shop.readyCart()
    await shop.sandbox.settings({ ip_whitelist: ["203.0.113.9"] })
    expect(await refusedSession(shop, cart.collectionId)).toEqual({
      status: 502,
      code: "unavailable",
      log: logged(
        'The payment service does not accept requests from this server\'s address: add it to the IP whitelist of cash desk "main".'
      ),
    })
    await shop.sandbox.settings({ ip_whitelist: null })
    expect(await shop.store.startSession(cart.collectionId)).toHaveLength(1)
  })

  it.each(["reset", "hang", "http_500", "http_429"] as const)(
    "a service that cannot be reached (%s) is asked once, says so, and the cart can be paid otherwise",
    async (kind) => {
      const cart = await shop.readyCart()
      const before = await shop.sandbox.calls("create_payment")
      await shop.sandbox.fault("create_payment", kind)
      expect(await refusedSession(shop, cart.collectionId)).toEqual({
        status: 502,
        code: "unavailable",
        log: logged(
          `The payment service cannot be reached at ${shop.sandbox.url}/api/v1 at the moment: try again in a minute.`
        ),
      })
      expect(await shop.sandbox.calls("create_payment")).toBe(before + 1)
      await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
      expect(await sessionsOf(shop, cart.collectionId)).toEqual([OTHER_PROVIDER_ID])
    }
  )

  it("another currency is refused with where to offer the payment instead", async () => {
    const collectionId = await collectionInDollars(shop)
    expect(await refusedSession(shop, collectionId)).toEqual({
      status: 400,
      code: "currency_not_taken",
      log: logged(
        "Checkout.uz takes payments in UZS only, and this payment is in USD: offer it in regions with the currency UZS."
      ),
    })
  })

  it.each(["999", "999.49", "50000001", "50000000.5"])(
    "%s UZS is outside what is taken, and the service is not asked",
    async (total) => {
      const cart = await shop.cartOver(total)
      const before = await shop.sandbox.calls("create_payment")
      expect(await refusedSession(shop, cart.collectionId)).toEqual({
        status: 400,
        code: "amount_not_taken",
        log: logged(
          `Checkout.uz takes payments from 1000 to 50000000 UZS, above 10000000 UZS in up to 5 parts, and this payment is ${total} UZS.`
        ),
      })
      expect(await shop.sandbox.calls("create_payment")).toBe(before)
    }
  )

  it.each(["1000", "10000000"])("%s UZS, at the limit, is paid to the last som", async (total) => {
    const cart = await shop.cartOver(total)
    const [session] = await shop.store.startSession(cart.collectionId)
    await shop.sandbox.pay(session?.data.invoice_id ?? 0)
    const books = await expectSettledOnce(shop, cart)
    expect(books.paidAtService).toBe(Number(total))
  })

  it.each([
    ["45000.4", 45_000, "45000.4"],
    ["45000.5", 45_001, "45000.5"],
    // A third of something: more digits than the JSON number carries that core hands on.
    ["45000.333333333333333", 45_000, "45000.333333333336"],
  ])(
    "%s UZS asks for whole som (%d), and Medusa is told the session's amount (%s)",
    async (total, asked, told) => {
      const cart = await shop.cartOver(total)
      const [session] = await shop.store.startSession(cart.collectionId)
      const number = session?.data.invoice_id ?? 0
      expect((await shop.sandbox.payment(number)).amount).toBe(asked)
      expect(await amountsInLedger(shop, number)).toEqual({
        session_amount: told,
        invoice_amount: String(asked),
      })
      await shop.sandbox.pay(number)

      const books = await expectSettledOnce(shop, cart)
      expect(books.paidAtService).toBe(asked)
      expect(await captureOf(shop, cart.collectionId)).toBe(told)
    }
  )

  it("a return address on no storefront's origin is refused before an invoice exists", async () => {
    const cart = await shop.readyCart()
    const before = await shop.sandbox.calls("create_payment")
    const data = { return_url: "https://evil.example/back" }
    expect(await refusedSession(shop, cart.collectionId, { data })).toMatchObject({
      status: 400,
      code: "invalid_request",
    })
    expect(await shop.sandbox.calls("create_payment")).toBe(before)
  })

  it("all providers of the configuration are known to Medusa, the wrong ones too", async () => {
    const { body } = await shop.store.get(`/store/payment-providers?region_id=${shop.regionId}`)
    const { payment_providers } = z
      .object({ payment_providers: z.array(z.looseObject({ id: z.string() })) })
      .parse(body)
    expect(payment_providers.map(({ id }) => id).sort()).toEqual(
      [PROVIDER_ID, OTHER_PROVIDER_ID, KEYLESS, REFUSED, MISTYPED, UNKNOWN_OPTION].sort()
    )
  })
})

async function amountsInLedger(shop: Shop, number: number): Promise<unknown> {
  const [row] = await shop.sql(
    `SELECT session_amount::text, invoice_amount::text FROM checkout_uz_invoice WHERE number = ?`,
    [String(number)]
  )
  return row
}

/** The captured amount with all its digits, as Medusa keeps it. */
async function captureOf(shop: Shop, collectionId: string): Promise<unknown> {
  const [row] = await shop.sql(
    `SELECT trim_scale((c.raw_amount->>'value')::numeric)::text AS amount
       FROM capture c JOIN payment p ON p.id = c.payment_id WHERE p.payment_collection_id = ?`,
    [collectionId]
  )
  return row?.["amount"]
}

/** A region of the same shop that sells in dollars, with our provider offered by mistake. */
async function collectionInDollars(shop: Shop): Promise<string> {
  const { result } = await createRegionsWorkflow(shop.container).run({
    input: {
      regions: [
        {
          name: "Abroad",
          currency_code: "usd",
          countries: ["us"],
          payment_providers: [PROVIDER_ID],
        },
      ],
    },
  })
  const carts: ICartModuleService = shop.container.resolve(Modules.CART)
  const cart = await carts.createCarts({
    currency_code: "usd",
    email: "buyer@example.com",
    ...(result[0] ? { region_id: result[0].id } : {}),
    items: [{ title: "Tea", quantity: 1, unit_price: 15, requires_shipping: false }],
  })
  const body = await shop.store.ok("POST", "/store/payment-collections", { cart_id: cart.id })
  return z.object({ payment_collection: z.looseObject({ id: z.string() }) }).parse(body)
    .payment_collection.id
}
