import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { fingerprint } from "../../src/modules/checkout-uz/cash-desks/entries"
import { Encryption } from "../../src/modules/checkout-uz/credentials/encryption"
import { expectNothingCaptured, expectSettledOnce, readBooks } from "../setup/books"
import { sessionStatus } from "../setup/progress"
import { describeShop, eventually, type Shop } from "../setup/shop"

const ENCRYPTION_KEY = "an-encryption-key-of-the-tests"
const KEY = "sandbox-key"

describeShop(
  "an API key that changes while invoices are open",
  { plugin: { encryptionKeys: [ENCRYPTION_KEY], reconcile: { sweepSeconds: 1 } } },
  (shop) => {
    afterEach(() => {
      configure(shop, { apiKey: KEY })
    })

    it("is kept encrypted for the invoices made with it, never in clear", async () => {
      await shop.startedCart()
      await shop.startedCart()
      const rows = await shop.sql("SELECT * FROM checkout_uz_api_key")
      expect(rows).toMatchObject([{ cash_desk: "main", fingerprint: fingerprint(KEY) }])
      expect(JSON.stringify(rows)).not.toContain(KEY)
    })

    it("for another cash desk's: old invoices are asked about with their own key, new ones use the new", async () => {
      const { cart, number } = await shop.startedCart()
      const otherDesk = await shop.sandbox.openCashDesk("key-of-another-desk")
      configure(shop, { apiKey: "key-of-another-desk" })
      await shop.sandbox.pay(number, "drop")
      // The new key's history says nothing of it: its turn comes by the schedule.
      await shop.sql("UPDATE checkout_uz_invoice SET next_check_at = now()")
      await expectSettledOnce(shop, cart)

      const next = await shop.startedCart()
      const desk = await shop.sandbox.paymentsOf(otherDesk)
      expect(desk.map(({ id }) => id)).toEqual([next.number])
    })

    it("and whose old one is refused: the key in force answers for its own desk's invoices", async () => {
      const { cart, number } = await shop.startedCart()
      await keepKey(shop, "a-key-that-was-revoked")
      await shop.sql("UPDATE checkout_uz_invoice SET key_fingerprint = ?", [
        fingerprint("a-key-that-was-revoked"),
      ])
      await shop.sandbox.pay(number, "drop")
      await expectSettledOnce(shop, cart)
    })

    it("and was dropped: an invoice the new key does not know is an alert and never unpaid", async () => {
      const { cart, session, number } = await shop.startedCart()
      await shop.sandbox.openCashDesk("key-of-a-third-desk")
      configure(shop, { apiKey: "key-of-a-third-desk" })
      await shop.sql("DELETE FROM checkout_uz_api_key")
      await shop.sandbox.pay(number, "drop")
      await shop.sql(
        `UPDATE checkout_uz_invoice SET expires_at = now() - interval '30 days',
                created_at = now() - interval '30 days 1 hour', next_check_at = now()`
      )
      const alerts = await eventually(
        () => alertsOf(shop, "invoice_unknown"),
        (rows) => rows.length > 0
      )
      expect(alerts).toHaveLength(1)
      await sessionStatus(shop, session.id)
      const { invoices } = await expectNothingCaptured(shop, cart)
      expect(invoices).toMatchObject([{ state: "pending" }])

      configure(shop, { apiKey: KEY })
      await shop.sql("UPDATE checkout_uz_invoice SET next_check_at = now()")
      await expectSettledOnce(shop, cart)
      expect(await shop.sql("SELECT unknown_since FROM checkout_uz_invoice")).toEqual([
        { unknown_since: null },
      ])
    })

    it("or its entry is taken out: the payment is found all the same, held, and settled when it is back", async () => {
      const { cart, number } = await shop.startedCart()
      configure(shop, "removed")
      await shop.sandbox.pay(number, "drop")
      await eventually(
        () => readBooks(shop, cart),
        ({ invoices }) => invoices[0]?.blocker != null
      )
      const { invoices } = await expectNothingCaptured(shop, cart)
      expect(invoices).toMatchObject([{ state: "paid", blocker: "provider_off" }])

      configure(shop, { apiKey: KEY })
      await shop.sql("UPDATE checkout_uz_invoice SET next_check_at = now()")
      await expectSettledOnce(shop, cart)
    })

    it("or no key is left at all: that is told once, nothing lapses, and it is caught up with", async () => {
      const { cart, number } = await shop.startedCart()
      configure(shop, "removed")
      await shop.sql("DELETE FROM checkout_uz_api_key")
      await shop.sandbox.pay(number, "drop")
      const alerts = await eventually(
        () => alertsOf(shop, "cash_desk_without_key"),
        (rows) => rows.length > 0
      )
      expect(alerts).toMatchObject([{ cash_desk: "main" }])
      const { invoices } = await expectNothingCaptured(shop, cart)
      expect(invoices).toMatchObject([{ state: "pending" }])

      configure(shop, { apiKey: KEY })
      await expectSettledOnce(shop, cart)
      expect(await alertsOf(shop, "cash_desk_without_key")).toHaveLength(1)
    })
  }
)

const configSchema = z.looseObject({
  modules: z.looseObject({
    payment: z.looseObject({ options: z.looseObject({ providers: z.array(z.unknown()) }) }),
  }),
})
const entries = new WeakMap<object, unknown[]>()

/** Changes the provider's entry in the running server's configuration, as a new deployment would. */
function configure(shop: Shop, change: { apiKey: string } | "removed"): void {
  const config: unknown = shop.container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  configSchema.parse(config)
  const { options } = (config as z.infer<typeof configSchema>).modules.payment
  const all = entries.get(options) ?? options.providers
  entries.set(options, all)
  options.providers =
    change === "removed"
      ? []
      : all.map((entry) => {
          const given = z.looseObject({ options: z.looseObject({}) }).parse(entry)
          return { ...given, options: { ...given.options, ...change } }
        })
}

async function keepKey(shop: Shop, apiKey: string): Promise<void> {
  const encryption = new Encryption([ENCRYPTION_KEY])
  const serviceUrl = `${shop.sandbox.url}/api/v1`
  await shop.sql(
    `INSERT INTO checkout_uz_api_key (id, service_url, cash_desk, fingerprint, encrypted)
     VALUES ('cukey_test', ?, 'main', ?, ?)`,
    [serviceUrl, fingerprint(apiKey), encryption.encrypt(apiKey, { serviceUrl, cashDesk: "main" })]
  )
}

function alertsOf(shop: Shop, kind: string) {
  return shop.sql("SELECT cash_desk, reason FROM checkout_uz_alert WHERE kind = ?", [kind])
}
