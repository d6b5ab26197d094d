import { setTimeout as delay } from "node:timers/promises"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { CheckoutUzModuleService } from "../../src/modules/checkout-uz"
import { pauseDesk, secondsPaused } from "../../src/modules/checkout-uz/cash-desks/repository"
import {
  AMOUNT,
  anotherServer,
  knexOf,
  ledgerOf,
  newInvoice,
  openConnections,
  sessions,
} from "../setup/ledger"
import { hasBeenAsked } from "../setup/patience"
import { describeShop, type Shop } from "../setup/shop"

describeShop("the ledger, where the service asks for a pause", { cartsOnHand: 0 }, (shop) => {
  let ledger: CheckoutUzModuleService
  beforeEach(() => {
    ledger = ledgerOf(shop)
  })

  describe("a pause the service asks for (HTTP 429)", () => {
    it("stops every call of the desk on all servers until it is over, and is one line in the log", async () => {
      const invoices = [
        await newInvoice(shop),
        await newInvoice(shop),
        await newInvoice(shop),
        await newInvoice(shop),
      ]
      const [first, second, third, fourth] = invoices.map(({ id }) => id)
      const warned = jest.spyOn(shop.container.resolve(ContainerRegistrationKeys.LOGGER), "warn")
      await shop.sandbox.fault("status_payment", "http_429")
      const early = await ledger.requests.verify(first ?? "", { wait: true })
      expect(early).toMatchObject({ kind: "unanswered", cause: "paused" })
      expect(await pauseSeconds(shop)).toBeLessThanOrEqual(1)
      // The sandbox asks for a second; so that this test may take its time, it is a minute.
      await shop.sql("UPDATE checkout_uz_cash_desk SET paused_until = now() + interval '1 minute'")

      const before = (await shop.sandbox.requests()).length
      const elsewhere = anotherServer(shop)
      const { client } = await elsewhere.connectionOf("main")
      const refused = await Promise.all([
        ledger.requests.verify(second ?? "", { wait: true }),
        elsewhere.requests.verify(third ?? "", { wait: true }),
        elsewhere.requests.verify(fourth ?? "", { wait: false }),
      ])
      expect(refused).toEqual(
        refused.map(
          () => expect.objectContaining({ kind: "unanswered", cause: "paused" }) as unknown
        )
      )
      expect(await elsewhere.polling.readHistory("main")).toMatchObject({ kind: "paused" })
      for (const call of [
        () => client.createPayment({ amount: AMOUNT }),
        () => client.getBalance(),
        () => client.getPaymentMethods(),
        () => client.getStats(),
      ]) {
        await expect(call()).rejects.toMatchObject({ code: "rate_limited" })
      }
      expect(await shop.sandbox.requests()).toHaveLength(before)
      expect(warned.mock.calls).toEqual([
        [
          'The payment service wants no calls of cash desk "main" for 1 s (HTTP 429): none is made until then.',
        ],
      ])
      // It says nothing about the invoices, and is nothing a merchant has to be told of.
      const states = await Promise.all(invoices.map(({ id }) => ledger.invoices.find(id)))
      expect(states.map((invoice) => invoice?.state)).toEqual(invoices.map(() => "pending"))
      expect(await shop.sql("SELECT kind FROM checkout_uz_alert")).toEqual([])

      await shop.sql("UPDATE checkout_uz_cash_desk SET paused_until = now() + interval '1 second'")
      await delay(1_100)
      const late = await elsewhere.requests.verify(fourth ?? "", { wait: true })
      expect(late).toMatchObject({ kind: "unpaid", status: "pending" })
      warned.mockRestore()
    })

    it("is never cut short by a shorter one, and the other desks go on", async () => {
      for (const handle of ["main", "chorsu"]) await openedDesk(shop, handle)
      const invoice = await newInvoice(shop)
      await shop.sandbox.fault("status_payment", "http_429", 1, 1_500)
      const requests = ledger.requests.verify(invoice.id, { wait: true })
      await hasBeenAsked(shop, "status_payment", 1, invoice.number)
      // Another server was told of a longer one meanwhile.
      await shop.sql(
        "UPDATE checkout_uz_cash_desk SET paused_until = now() + interval '1 hour' WHERE handle = 'main'"
      )
      expect(await requests).toMatchObject({ kind: "unanswered", cause: "paused" })
      expect(await pauseSeconds(shop)).toBeGreaterThan(3_500)

      const { serviceUrl } = invoice
      expect(await secondsPaused(knexOf(shop), { serviceUrl, cashDesk: "main" })).toBeGreaterThan(
        3_500
      )
      expect(await secondsPaused(knexOf(shop), { serviceUrl, cashDesk: "chorsu" })).toBe(0)
    })

    it.each([
      ["a desk that was never heard of", ""],
      ["a desk that was swept before", "now() - interval '1 hour'"],
    ])("told by thirty servers at once of %s is one line in the log", async (_, pausedUntil) => {
      const desk = { serviceUrl: ledger.options.baseUrl, cashDesk: "main" }
      await openConnections(ledger)
      for (let round = 0; round < 5; round += 1) {
        await shop.sql("DELETE FROM checkout_uz_cash_desk")
        if (pausedUntil !== "") {
          await openedDesk(shop, "main")
          await shop.sql(`UPDATE checkout_uz_cash_desk SET paused_until = ${pausedUntil}`)
        }
        const first = await Promise.all(
          sessions(30).map((_, seconds) =>
            pauseDesk(knexOf(shop), { ...desk, seconds: 10 + seconds })
          )
        )
        expect(first.filter(Boolean)).toHaveLength(1)
        expect(await pauseSeconds(shop)).toBeGreaterThan(35)
      }
    })
  })
})

/** A desk that something is remembered of. */
async function openedDesk(shop: Shop, handle: string): Promise<void> {
  await shop.sql(
    `INSERT INTO checkout_uz_cash_desk (id, service_url, handle) VALUES (?, ?, ?)
     ON CONFLICT (service_url, handle) WHERE deleted_at IS NULL DO NOTHING`,
    [`cudesk_${handle}`, ledgerOf(shop).options.baseUrl, handle]
  )
}

/** Seconds until the service may be called again for the desk `main`. */
async function pauseSeconds(shop: Shop): Promise<number> {
  const [row] = await shop.sql(
    `SELECT extract(epoch FROM paused_until - now())::float AS seconds
       FROM checkout_uz_cash_desk WHERE handle = 'main'`
  )
  return z.object({ seconds: z.number() }).parse(row).seconds
}
