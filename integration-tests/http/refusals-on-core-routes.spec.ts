import type {
  ICartModuleService,
  IPaymentModuleService,
  IWorkflowEngineService,
} from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { WORDS, type Language } from "../../src/api/store/language"
import { STORE_REFUSALS, type StoreRefusalCode } from "../../src/contract"
import { underOwnerLock } from "../../src/payment-context"
import { workflowScope } from "../../src/workflows/scope"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { stock } from "../setup/faults"
import { ledgerOf } from "../setup/ledger"
import { logIn } from "../setup/merchant"
import { describeShop, OTHER_PROVIDER_ID, PROVIDER_ID, type Shop } from "../setup/shop"
import type { Answer } from "../setup/store-client"

const KEYLESS = "pp_checkout-uz_keyless"
const UNKNOWN_KEY = "pp_checkout-uz_unknown-key"
const MISTYPED = "pp_checkout-uz_mistyped"
/** A provider of ours that no configuration has. */
const NOBODYS = "pp_checkout-uz_nobodys"
const LANGUAGES = ["uz", "ru", "en"] as const
/** An index of the catalogue whose stock is counted. */
const COUNTED = 1
/** What a lock is waited for, and the rest of such a test, in milliseconds. */
const LOCK_TEST_MS = 60_000

const providers = [
  { id: "keyless", options: { cashDesk: "chorsu", apiKey: "" } },
  { id: "unknown-key", options: { cashDesk: "samarqand", apiKey: "key-nobody-knows-0c4f" } },
  { id: "mistyped", options: { cashDesk: "no such desk", apiKey: "key-of-the-mistyped-1" } },
]

/** What is started, and for which collection. */
type Start = { collectionId: string; provider?: string; data?: Record<string, unknown> }

describeShop("a customer on Medusa's own routes", { providers }, (shop) => {
  const start = (
    { collectionId, provider = PROVIDER_ID, data = {} }: Start,
    headers: Record<string, string> = {}
  ) =>
    shop.store.post(
      `/store/payment-collections/${collectionId}/payment-sessions`,
      { provider_id: provider, data },
      headers
    )
  const ready = async (change: Partial<Start> = {}) => ({
    collectionId: (await shop.readyCart()).collectionId,
    ...change,
  })
  const over = async (total: string) => ({
    collectionId: (await shop.cartOver(total)).collectionId,
  })
  const failing = async (kind: "reset" | "http_500" | "html" | "status_error" | "wrong_amount") => {
    await shop.sandbox.faultShare("create_payment", kind, 1)
    return ready()
  }

  afterEach(async () => {
    await shop.sandbox.clearFaults()
    await shop.sandbox.settings({ ip_whitelist: null })
  })

  describe("who starts a payment that cannot be started", () => {
    const refusals: [string, StoreRefusalCode, keyof typeof WORDS.en, () => Promise<Start>][] = [
      ["the service is down", "unavailable", "payment_unavailable", () => failing("reset")],
      ["the service fails", "unavailable", "payment_unavailable", () => failing("http_500")],
      ["the service answers a page", "unavailable", "payment_unavailable", () => failing("html")],
      ["the service refuses", "unavailable", "payment_unavailable", () => failing("status_error")],
      ["it asks for too much", "unavailable", "payment_unavailable", () => failing("wrong_amount")],
      [
        "the server is not on the whitelist",
        "unavailable",
        "payment_unavailable",
        async () => {
          await shop.sandbox.settings({ ip_whitelist: ["203.0.113.9"] })
          return ready()
        },
      ],
      ["no key", "unavailable", "payment_unavailable", () => ready({ provider: KEYLESS })],
      ["a wrong key", "unavailable", "payment_unavailable", () => ready({ provider: UNKNOWN_KEY })],
      ["a wrong option", "unavailable", "payment_unavailable", () => ready({ provider: MISTYPED })],
      ["too little", "amount_not_taken", "amount_not_taken", () => over("999")],
      ["too much", "amount_not_taken", "amount_not_taken", () => over("10000001")],
      ["dollars", "currency_not_taken", "currency_not_taken", () => inDollars(shop)],
      ["no e-mail", "email_missing", "email_missing", () => changed(shop, { email: null })],
      ["no delivery", "delivery_missing", "delivery_missing", () => withoutDelivery(shop)],
      [
        "another amount",
        "cart_changed",
        "cart_changed",
        async () => repriced(shop, await shop.readyCart()),
      ],
      ["a promise by hand", "not_payable", "not_payable", () => promised(shop)],
      [
        "a return address that is not the shop's",
        "invalid_request",
        "invalid_request",
        () => ready({ data: { return_url: "https://evil.example/" } }),
      ],
      [
        "a return address that no database keeps",
        "invalid_request",
        "invalid_request",
        () => ready({ data: { return_url: "http://127.0.0.1:8000/\0" } }),
      ],
    ]

    it.each(refusals)(
      "reads why in their language, with a code: %s",
      async (_, code, words, make) => {
        const asked = await make()
        for (const language of LANGUAGES) {
          const answer = await start(asked, { "accept-language": language })
          expectRefused(answer, { code, words, language })
        }
      }
    )

    it("reads it in the language of the cart where the browser names none of ours", async () => {
      const asked = await changed(shop, { email: null, locale: "ru-RU" })
      const answer = await start(asked, { "accept-language": "de" })
      expectRefused(answer, { code: "email_missing", words: "email_missing", language: "ru" })
    })

    it("leaves what is wrong to the developer, in `detail` of a request that is wrong, else in the log", async () => {
      const wrong = await start(await ready({ data: { return_url: "https://evil.example/" } }))
      expect(wrong.body).toHaveProperty(
        "detail",
        "The payment session's data.return_url must be an address on one of the plugin's storefrontOrigins in medusa-config."
      )
      const keyless = await start(await ready({ provider: KEYLESS }))
      expect(Object.keys(z.looseObject({}).parse(keyless.body)).sort()).toEqual([
        "code",
        "message",
        "type",
      ])
    })
  })

  describe("who completes a cart", () => {
    const complete = (id: string, headers: Record<string, string>) =>
      shop.store.post(`/store/carts/${id}/complete`, {}, headers)

    it("reads in their language, with a code, that it comes to another amount than was paid", async () => {
      const merchant = await logIn(shop)
      const change = { order_placement: "before_payment" }
      expect(await merchant.post("/admin/checkout-uz/settings", change)).toMatchObject({
        status: 200,
      })
      const { cart, number } = await shop.startedCart()
      await shop.sandbox.pay(number, "drop")
      await repriced(shop, cart)
      for (const language of LANGUAGES) {
        const answer = await complete(cart.id, { "accept-language": language })
        expectRefused(answer, { code: "cart_changed", words: "cart_changed", language })
      }
      await shop.sql("UPDATE cart SET locale = 'uz' WHERE id = ?", [cart.id])
      const answer = await complete(cart.id, { "accept-language": "de" })
      expectRefused(answer, { code: "cart_changed", words: "cart_changed", language: "uz" })
    })

    it("reads in their language that it waits for its payment, also where another session lies beside ours", async () => {
      const { cart } = await shop.startedCart()
      const payment: IPaymentModuleService = shop.container.resolve(Modules.PAYMENT)
      await payment.createPaymentSession(cart.collectionId, {
        provider_id: OTHER_PROVIDER_ID,
        amount: cart.total,
        currency_code: "uzs",
        data: {},
      })
      for (const language of LANGUAGES) {
        expect(await complete(cart.id, { "accept-language": language })).toMatchObject({
          status: 200,
          body: {
            type: "cart",
            cart: { id: cart.id },
            error: {
              type: "payment_requires_more_error",
              message: WORDS[language].payment_awaited,
            },
          },
        })
      }
    })

    it(
      "reads in their language that somebody else is at it, where its lock is taken",
      async () => {
        const { cart, number } = await shop.startedCart()
        await shop.sandbox.pay(number, "drop")
        await underOwnerLock(workflowScope(shop.container), cart.id, async () => {
          const answers = await Promise.all(
            LANGUAGES.map((language) => complete(cart.id, { "accept-language": language }))
          )
          for (const [at, language] of LANGUAGES.entries()) {
            expectRefused(answers[at], { code: "in_progress", words: "in_progress", language })
          }
        })
        await expectNothingCaptured(shop, cart)
        expect(await complete(cart.id, {})).toMatchObject({ body: { type: "order" } })
        await expectSettledOnce(shop, cart)
      },
      LOCK_TEST_MS
    )

    it("reads in their language that their money is here, where the order waits for the merchant", async () => {
      const { cart, number } = await shop.startedCart(COUNTED)
      await stock(shop, 0)
      await shop.sandbox.pay(number, "drop")
      for (const language of LANGUAGES) {
        const answer = await complete(cart.id, { "accept-language": language })
        expectRefused(answer, { code: "payment_held", words: "payment_held", language })
      }
      await expectNothingCaptured(shop, cart)
    })

    describe("that is paid afterwards", () => {
      const placedUnpaid = async (index?: number) => {
        const merchant = await logIn(shop)
        const change = { order_placement: "before_payment" }
        await merchant.post("/admin/checkout-uz/settings", change)
        return shop.startedCart(index)
      }
      const engine = (): IWorkflowEngineService => shop.container.resolve(Modules.WORKFLOW_ENGINE)

      it("reads in their language that Medusa makes no order of it; why is the developer's", async () => {
        const { cart } = await placedUnpaid(COUNTED)
        await stock(shop, 0)
        for (const language of LANGUAGES) {
          const answer = await complete(cart.id, { "accept-language": language })
          expectRefused(answer, { code: "not_completable", words: "not_completable", language })
          expect(answer.body).toHaveProperty("detail", expect.stringMatching(/stock/))
        }
      })

      it("reads in their language that another completion is under way, and that one failed", async () => {
        const { cart } = await placedUnpaid()
        for (const language of LANGUAGES) {
          const run = jest.spyOn(engine(), "run")
          const unfinished = { errors: [], transaction: { hasFinished: () => false } }
          run.mockResolvedValueOnce(unfinished)
          const busy = await complete(cart.id, { "accept-language": language })
          expectRefused(busy, { code: "in_progress", words: "in_progress", language })
          run.mockRejectedValueOnce(new Error("Connection terminated unexpectedly"))
          const failed = await complete(cart.id, { "accept-language": language })
          expectRefused(failed, { code: "unavailable", words: "unexpected", language })
          run.mockRestore()
        }
      })

      it("reads in their language that it was not authorized, where the ledger failed", async () => {
        const { cart } = await placedUnpaid()
        for (const language of LANGUAGES) {
          const broken = jest.spyOn(ledgerOf(shop).settings, "current")
          broken.mockRejectedValue(new Error("Connection terminated unexpectedly"))
          const answer = await complete(cart.id, { "accept-language": language })
          broken.mockRestore()
          expect(answer).toMatchObject({
            status: 200,
            body: {
              type: "cart",
              error: {
                type: "payment_authorization_error",
                message: WORDS[language].unexpected,
              },
            },
          })
        }
      })
    })

    it("gets a refusal of Medusa's own, about a cart that has nothing to do with us, as Medusa gives it", async () => {
      const cart = await shop.readyCart()
      expect(await complete(cart.id, { "accept-language": "ru" })).toEqual({
        status: 400,
        body: {
          type: "invalid_data",
          message: "Payment sessions are required to complete cart",
        },
      })
    })
  })

  describe("who meets a refusal of Medusa's own", () => {
    it("reads in their language that it went wrong with ours; why is the developer's", async () => {
      const { collectionId } = await shop.readyCart()
      for (const language of LANGUAGES) {
        const inLanguage = { "accept-language": language }
        const failed = await start({ collectionId: "pay_col_none" }, inLanguage)
        expectRefused(failed, { code: "unavailable", words: "payment_unavailable", language })
        const refused = await start({ collectionId, provider: NOBODYS }, inLanguage)
        expectRefused(refused, { code: "unavailable", words: "payment_unavailable", language })
      }
    })

    it("gets it as Medusa gives it where it names no provider of ours", async () => {
      const { collectionId } = await shop.readyCart()
      const russian = { "accept-language": "ru" }
      const unknown = await start({ collectionId, provider: "pp_none" }, russian)
      expect(unknown.status).toBeGreaterThanOrEqual(400)
      expect(JSON.stringify(unknown.body)).toContain("pp_none")
      const without = await shop.store.post(
        `/store/payment-collections/${collectionId}/payment-sessions`,
        {},
        russian
      )
      expect(without).toEqual({
        status: 400,
        body: {
          type: "invalid_data",
          message: "Invalid request: Field 'provider_id' is required",
        },
      })
    })

    it("gets another provider's refusal as it is, also with a code that is one of ours", async () => {
      const payment: IPaymentModuleService = shop.container.resolve(Modules.PAYMENT)
      const refused = new MedusaError(MedusaError.Types.NOT_ALLOWED, "Theirs.", "cart_changed")
      jest.spyOn(payment, "createPaymentSession").mockRejectedValueOnce(refused)
      expect(await start(await ready({ provider: OTHER_PROVIDER_ID }))).toEqual({
        status: 400,
        body: { type: "not_allowed", code: "cart_changed", message: "Theirs." },
      })
    })

    it("starts a payment as ever, with ours and with another provider", async () => {
      for (const provider of [PROVIDER_ID, OTHER_PROVIDER_ID]) {
        expect(await start(await ready({ provider }))).toMatchObject({
          status: 200,
          body: { payment_collection: { payment_sessions: [{ provider_id: provider }] } },
        })
      }
    })
  })
})

function expectRefused(
  answer: Answer | undefined,
  about: { code: StoreRefusalCode; words: keyof typeof WORDS.en; language: Language }
): void {
  const [expected, type] = STORE_REFUSALS[about.code]
  expect(answer).toMatchObject({
    status: expected,
    body: { type, code: about.code, message: WORDS[about.language][about.words] },
  })
}

async function changed(
  shop: Shop,
  change: { email?: null; locale?: string }
): Promise<{ collectionId: string }> {
  const { id, collectionId } = await shop.readyCart()
  for (const [column, value] of Object.entries(change)) {
    await (value === null
      ? shop.sql(`UPDATE cart SET ${column} = NULL WHERE id = ?`, [id])
      : shop.sql(`UPDATE cart SET ${column} = ? WHERE id = ?`, [value, id]))
  }
  return { collectionId }
}

async function withoutDelivery(shop: Shop): Promise<{ collectionId: string }> {
  const { id, collectionId } = await shop.readyCart()
  await shop.sql("DELETE FROM cart_shipping_method WHERE cart_id = ?", [id])
  await shop.sql(
    "UPDATE payment_collection SET amount = t.total, raw_amount = jsonb_build_object('value', t.total::text, 'precision', 20) FROM (SELECT sum(unit_price * quantity) AS total FROM cart_line_item WHERE cart_id = ? AND deleted_at IS NULL) t WHERE id = ?",
    [id, collectionId]
  )
  return { collectionId }
}

/** Behind Medusa's back, which would bring the payment collection up to date. */
async function repriced(
  shop: Shop,
  { id, collectionId }: { id: string; collectionId: string }
): Promise<{ collectionId: string }> {
  const carts: ICartModuleService = shop.container.resolve(Modules.CART)
  const { items } = await carts.retrieveCart(id, { relations: ["items"] })
  for (const item of items ?? []) await carts.updateLineItems(item.id, { quantity: 3 })
  return { collectionId }
}

/** Medusa's own provider has authorized what the cart comes to, as for cash on delivery. */
async function promised(shop: Shop): Promise<{ collectionId: string }> {
  const { collectionId, total } = await shop.readyCart()
  const payment: IPaymentModuleService = shop.container.resolve(Modules.PAYMENT)
  const session = await payment.createPaymentSession(collectionId, {
    provider_id: OTHER_PROVIDER_ID,
    amount: total,
    currency_code: "uzs",
    data: {},
  })
  await payment.authorizePaymentSession(session.id, {})
  return { collectionId }
}

/** As a region has it that sells in dollars, and offers us by mistake. */
async function inDollars(shop: Shop): Promise<{ collectionId: string }> {
  const { collectionId } = await shop.readyCart()
  await shop.sql("UPDATE payment_collection SET currency_code = 'usd' WHERE id = ?", [collectionId])
  return { collectionId }
}
