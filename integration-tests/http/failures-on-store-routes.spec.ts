import { WORDS } from "../../src/api/store/language"
import { STORE_REFUSALS } from "../../src/contract"
import { underOwnerLock } from "../../src/payment-context"
import { workflowScope } from "../../src/workflows/scope"
import { CARD } from "../setup/card-payment"
import { ledgerOf } from "../setup/ledger"
import { complete } from "../setup/orders"
import { LOCK_TEST_MS } from "../setup/patience"
import { LANGUAGES } from "../setup/refusal"
import { describeShop, type Shop } from "../setup/shop"

const SESSION = "/store/checkout-uz/payment-sessions/{session}"

describeShop("a customer on the plugin's own routes", {}, (shop) => {
  const questions: [string, string, object | undefined][] = [
    ["GET", SESSION, undefined],
    ["POST", `${SESSION}/refresh`, undefined],
    ["POST", `${SESSION}/card`, CARD],
    ["POST", `${SESSION}/card/confirm`, { sms_code: "123456" }],
    ["GET", "/store/checkout-uz/payment-methods?region_id={region}", undefined],
    ["GET", "/store/checkout-uz/orders/{order}/receipt?payment_session_id={session}", undefined],
  ]
  it.each(questions)(
    "reads in their language that it failed: %s %s",
    async (method, path, body) => {
      const { cart, session, number } = await shop.startedCart()
      const needsOrder = path.includes("{order}")
      if (needsOrder) await shop.sandbox.pay(number, "drop")
      const address = path
        .replace("{session}", session.id)
        .replace("{region}", shop.regionId)
        .replace("{order}", needsOrder ? await complete(shop, cart.id) : "")
      for (const language of LANGUAGES) {
        const heal = breakLedger(shop)
        const response = await fetch(`${shop.baseUrl}${address}`, {
          method,
          headers: {
            "content-type": "application/json",
            "x-publishable-api-key": shop.store.publishableKey,
            "accept-language": language,
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        heal()
        const [status, type] = STORE_REFUSALS.unavailable
        const answer: unknown = await response.json()
        expect({ status: response.status, body: answer }).toEqual({
          status,
          body: { type, code: "unavailable", message: WORDS[language].unexpected },
        })
        expect(response.headers.get("content-language")).toBe(language)
      }
    }
  )

  it("reads in their language what is missing where they start a payment again", async () => {
    const { cart, session } = await shop.startedCart()
    await shop.sql("UPDATE checkout_uz_invoice SET expires_at = now() - interval '1 minute'")
    await shop.sql("UPDATE cart SET email = NULL WHERE id = ?", [cart.id])
    const path = `/store/checkout-uz/payment-sessions/${session.id}/refresh`
    const [status, type] = STORE_REFUSALS.email_missing
    for (const language of LANGUAGES) {
      expect(await shop.store.post(path, {}, { "accept-language": language })).toEqual({
        status,
        body: { type, code: "email_missing", message: WORDS[language].email_missing },
      })
    }
  })

  it(
    "reads in their language that somebody else is at the payment they start again",
    async () => {
      const { cart, session } = await shop.startedCart()
      await shop.sql("UPDATE checkout_uz_invoice SET expires_at = now() - interval '1 minute'")
      const path = `/store/checkout-uz/payment-sessions/${session.id}/refresh`
      await underOwnerLock(workflowScope(shop.container), cart.id, async () => {
        const answers = await Promise.all(
          LANGUAGES.map((language) => shop.store.post(path, {}, { "accept-language": language }))
        )
        for (const [at, language] of LANGUAGES.entries()) {
          expect(answers[at]).toMatchObject({
            status: 409,
            body: { code: "in_progress", message: WORDS[language].in_progress },
          })
        }
      })
    },
    LOCK_TEST_MS
  )
})

/** As where the database is away: nothing that a route asks the ledger about is answered. */
function breakLedger(shop: Shop): () => void {
  const gone = () => Promise.reject(new Error("Connection terminated unexpectedly"))
  const { invoices, settings, snapshots } = ledgerOf(shop)
  const spies = [
    jest.spyOn(invoices, "ofSession").mockImplementation(gone),
    jest.spyOn(invoices, "ofCollections").mockImplementation(gone),
    jest.spyOn(settings, "current").mockImplementation(gone),
    jest.spyOn(snapshots, "methods").mockImplementation(gone),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}
