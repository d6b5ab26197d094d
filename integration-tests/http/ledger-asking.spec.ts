import { setTimeout as delay } from "node:timers/promises"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { PaymentStatusRecord } from "../../src/client"
import type { CheckoutUzModuleService, Invoice } from "../../src/modules/checkout-uz"
import { pauseDesk, secondsPaused } from "../../src/modules/checkout-uz/cash-desks/repository"
import { verifyInvoice } from "../../src/modules/checkout-uz/invoices/verify"
import {
  AMOUNT,
  invoiceNumber,
  knexOf,
  ledgerOf,
  newInvoice,
  openConnections,
  paidInvoice,
  recordMany,
  sessions,
  spend,
  uzs,
} from "../setup/ledger"
import { transitionsIn } from "../setup/ledger-history"
import { describeShop, type Shop } from "../setup/shop"

const NAME = "what the ledger asks the service, and who of many servers asks"

describeShop(NAME, { cartsOnHand: 0 }, (shop) => {
  let ledger: CheckoutUzModuleService
  beforeEach(() => {
    ledger = ledgerOf(shop)
  })

  describe("asking the service", () => {
    it("many questions at once share calls: at most one in two seconds, each answer newer than its question", async () => {
      const invoice = await newInvoice(shop)
      const startedAt = Date.now()
      const answers = await Promise.all(
        sessions(30).map(async (_, index) => {
          await delay(index * 100)
          const asked = await databaseClock(shop)
          return { asked, verification: await ledger.requests.verify(invoice.id, { wait: true }) }
        })
      )
      const seconds = (Date.now() - startedAt) / 1000
      for (const { asked, verification } of answers) {
        expect(verification).toMatchObject({ kind: "unpaid", status: "pending" })
        const { requestedAt } = verification.invoice
        expect(requestedAt?.getTime()).toBeGreaterThanOrEqual(asked)
      }
      const calls = await shop.sandbox.calls("status_payment", invoice.number)
      expect(calls).toBeGreaterThan(0)
      expect(calls).toBeLessThanOrEqual(1 + Math.floor(seconds / 2))
    })

    it("the answer of a call that began before the money came is not taken after it", async () => {
      const invoice = await newInvoice(shop)
      // Answered at once and sent a second later: an answer that is older than it looks.
      await shop.sandbox.fault("status_payment", "slow", 1, 1_000)
      const early = ledger.requests.verify(invoice.id, { wait: true })
      await delay(300)
      await shop.sandbox.pay(invoice.number, "drop")
      const late = await Promise.all(
        sessions(5).map(() => ledger.requests.verify(invoice.id, { wait: true }))
      )
      expect((await early).kind).toBe("unpaid")
      expect(late.map(({ kind }) => kind)).toEqual(late.map(() => "confirmed"))
      expect(await shop.sandbox.calls("status_payment", invoice.number)).toBe(2)
    })

    it("who does not want to wait gets no answer rather than an old one", async () => {
      const invoice = await newInvoice(shop)
      expect((await ledger.requests.verify(invoice.id, { wait: false })).kind).toBe("unpaid")
      expect((await ledger.requests.verify(invoice.id, { wait: false })).kind).toBe("not_requested")
      expect(await shop.sandbox.calls("status_payment", invoice.number)).toBe(1)
    })

    it("confirmed money is never asked about again", async () => {
      const invoice = await paidInvoice(shop)
      const calls = await shop.sandbox.calls("status_payment", invoice.number)
      const again = await Promise.all(
        sessions(20).map(() => ledger.requests.verify(invoice.id, { wait: true }))
      )
      expect(again.every(({ kind }) => kind === "confirmed")).toBe(true)
      expect(await shop.sandbox.calls("status_payment", invoice.number)).toBe(calls)
    })

    it("two who hear of the money at once move the invoice once", async () => {
      const invoice = await newInvoice(shop)
      await shop.sandbox.pay(invoice.number, "drop")
      await Promise.all(sessions(20).map(() => ledger.requests.verify(invoice.id, { wait: true })))
      expect(await transitionsIn(shop, invoice.id)).toEqual(["pending > paid"])
    })

    it("a call that fails late says nothing about money that was settled meanwhile", async () => {
      const invoice = await newInvoice(shop)
      await shop.sandbox.fault("status_payment", "hang")
      const early = ledger.requests.verify(invoice.id, { wait: true })
      await delay(300)
      await shop.sandbox.pay(invoice.number, "drop")
      expect((await ledger.requests.verify(invoice.id, { wait: true })).kind).toBe("confirmed")
      await spend(shop, "payses_00")
      await ledger.spending.settle(invoice.id, "payses_00")
      const settled = await ledger.invoices.find(invoice.id)
      expect((await early).kind).toBe("unanswered")
      expect(await ledger.invoices.find(invoice.id)).toEqual({
        ...settled,
        readAt: expect.any(Date) as Date,
      })
    })

    it("another service's invoice of the same number never answers for this one", async () => {
      const invoice = await newInvoice(shop)
      await shop.sandbox.pay(invoice.number, "drop")
      await shop.sql("UPDATE checkout_uz_invoice SET service_url = 'https://checkout.uz/api/v1'")
      const verification = await ledger.requests.verify(invoice.id, { wait: true })
      expect(verification).toMatchObject({ kind: "unanswered", invoice: { state: "pending" } })
      expect(await shop.sandbox.calls("status_payment", invoice.number)).toBe(0)
      expect(await ledger.invoices.findByNumber("main", invoice.number)).toBeUndefined()
    })
  })

  // The client compares the number too; here it is left out, so that the ledger's own look is seen.
  describe("an answer of the service, as the ledger itself judges it", () => {
    const resolved = async (invoice: Invoice, record: Partial<PaymentStatusRecord>) => {
      const warnings: string[] = []
      const { number } = invoice
      const answer = { number, amount: AMOUNT, status: "paid", ...record } as PaymentStatusRecord
      const verification = await verifyInvoice(
        {
          sql: knexOf(shop),
          requestStatus: () => Promise.resolve(answer),
          warn: (message) => warnings.push(message),
        },
        invoice,
        { wait: true }
      )
      return { verification, warnings, now: await ledger.invoices.find(invoice.id) }
    }

    it("about another number never confirms, however paid and exact it is", async () => {
      const invoice = await newInvoice(shop)
      const other = invoiceNumber(invoice.number + 1)
      const { verification, warnings, now } = await resolved(invoice, { number: other })
      expect(verification).toMatchObject({ kind: "unanswered", cause: "failed" })
      expect(now).toMatchObject({ state: "pending", answeredAt: undefined, paidAt: undefined })
      expect(await transitionsIn(shop, invoice.id)).toEqual([])
      expect(warnings).toEqual([
        `The service answered about invoice ${other} when asked about ${invoice.number}.`,
      ])
    })

    it("confirms with the word paid alone, and no word that comes near it", async () => {
      for (const status of ["success", "PAID", "paid ", "completed", "unpaid", ""]) {
        const invoice = await newInvoice(shop)
        const { verification, now } = await resolved(invoice, { status })
        expect(verification).toMatchObject({ kind: "unpaid", status })
        expect(now).toMatchObject({ state: "pending" })
      }
    })

    it("confirms with the very amount alone: a tiyin more or less is a mismatch", async () => {
      for (const amount of ["44999.99", "45000.01", "4500000"]) {
        const invoice = await newInvoice(shop)
        const { now } = await resolved(invoice, { amount: uzs(amount) })
        expect(now).toMatchObject({ state: "paid", blocker: { reason: "amount_mismatch" } })
        expect(now?.paidAmount).toBe(amount)
      }
      const invoice = await newInvoice(shop)
      const { verification, now } = await resolved(invoice, {})
      expect(verification.kind).toBe("confirmed")
      expect(now).toMatchObject({ state: "paid", blocker: undefined, paidAmount: undefined })
    })
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
      await shop.sandbox.fault("status_payment", "http_429", 1, 500)
      const requests = ledger.requests.verify(invoice.id, { wait: true })
      await delay(200)
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

  describe("claiming what is due", () => {
    const due = (where = "true") =>
      shop.sql(
        `UPDATE checkout_uz_invoice SET next_check_at = now() - interval '1 minute'
           + (CAST(number AS bigint) - 900000) * interval '1 second' WHERE ${where}`
      )
    const idsOf = (claimed: readonly { invoice: Invoice }[]) =>
      claimed.map(({ invoice }) => invoice.id)

    it.each([
      ["open invoices", "pending"],
      ["known money", "paid"],
    ])(
      "of %s, more than a batch, hands none out twice to two servers at once",
      async (_, state) => {
        const other = anotherServer(shop)
        const invoices = await recordMany(shop, 40)
        await shop.sql("UPDATE checkout_uz_invoice SET state = ?", [state])
        await due()
        const claim = ({ polling }: CheckoutUzModuleService) =>
          state === "paid" ? polling.claimUnsettled(15) : polling.claimDue("main", 15, [])
        const claimed = (
          await Promise.all([claim(ledger), claim(other), claim(ledger), claim(other)])
        ).flatMap(idsOf)
        claimed.push(...idsOf(await claim(other)))
        expect(claimed).toHaveLength(40)
        expect(new Set(claimed)).toEqual(new Set(invoices.map(({ id }) => id)))
        expect(await claim(ledger)).toEqual([])
      }
    )

    it.each([
      ["open invoices", "pending"],
      ["known money", "paid"],
    ])(
      "of %s takes the longest-waiting, and one that is locked holds nobody up",
      async (_, state) => {
        const invoices = await recordMany(shop, 6)
        await shop.sql("UPDATE checkout_uz_invoice SET state = ?", [state])
        await due()
        const claim = () =>
          state === "paid"
            ? ledger.polling.claimUnsettled(3)
            : ledger.polling.claimDue("main", 3, [])
        const [first, ...others] = invoices.map(({ id }) => id)
        await knexOf(shop).transaction(async (locking) => {
          await locking.raw("SELECT id FROM checkout_uz_invoice WHERE id = ? FOR UPDATE", [
            first ?? "",
          ])
          const claimed = await Promise.race([claim(), delay(5_000).then(() => "held up" as const)])
          expect(claimed === "held up" ? claimed : new Set(idsOf(claimed))).toEqual(
            new Set(others.slice(0, 3))
          )
        })
        expect(new Set(idsOf(await claim()))).toEqual(new Set([first, ...others.slice(3)]))
      }
    )

    it("comes back where the server that claimed it dies", async () => {
      await recordMany(shop, 2)
      await due()
      expect(await ledger.polling.claimDue("main", 10, [])).toHaveLength(2)
      expect(await ledger.polling.claimDue("main", 10, [])).toEqual([])
      await shop.sql(
        "UPDATE checkout_uz_invoice SET next_check_at = next_check_at - interval '5 minutes'"
      )
      expect(await ledger.polling.claimDue("main", 10, [])).toHaveLength(2)
    })

    it("leaves out other desks, other services, and invoices of a key that is refused", async () => {
      const [one, two, three, ours] = (await recordMany(shop, 4)).map(({ id }) => id)
      await shop.sql("UPDATE checkout_uz_invoice SET cash_desk = 'chorsu' WHERE id = ?", [
        one ?? "",
      ])
      await shop.sql("UPDATE checkout_uz_invoice SET key_fingerprint = 'refused' WHERE id = ?", [
        two ?? "",
      ])
      await shop.sql(
        "UPDATE checkout_uz_invoice SET service_url = 'https://elsewhere.example' WHERE id = ?",
        [three ?? ""]
      )
      await due()
      expect(idsOf(await ledger.polling.claimDue("main", 10, ["refused"]))).toEqual([ours])
    })

    it("gives back what it did not look at as it was due, but for what was announced or ended meanwhile", async () => {
      const invoices = await recordMany(shop, 3)
      await due()
      const before = await dueTimes(shop)
      const claimed = await ledger.polling.claimDue("main", 10, [])
      const [untouched, announced, settled] = invoices.map(({ id }) => id)
      await ledger.invoices.enqueue(announced ?? "")
      await shop.sql("UPDATE checkout_uz_invoice SET next_check_at = NULL WHERE id = ?", [
        settled ?? "",
      ])
      const meanwhile = await dueTimes(shop)
      await ledger.polling.giveBack(claimed)
      const after = await dueTimes(shop)
      expect(after.get(untouched ?? "")).toEqual(before.get(untouched ?? ""))
      expect(after.get(announced ?? "")).toEqual(meanwhile.get(announced ?? ""))
      expect(after.get(settled ?? "")).toBeNull()
    })

    it("a webhook in the moment of asking is not forgotten by what is stamped after it", async () => {
      const [invoice] = await recordMany(shop, 1)
      if (!invoice) throw new Error("There is no invoice.")
      await due()
      await ledger.polling.claimDue("main", 10, [])
      await ledger.invoices.enqueue(invoice.id)
      await ledger.polling.scheduleNext(invoice)
      expect(idsOf(await ledger.polling.claimDue("main", 10, []))).toEqual([invoice.id])
    })
  })
})

/** Another server of the same store: a ledger of its own, with a memory of its own. */
function anotherServer(shop: Shop): CheckoutUzModuleService {
  const { constructor } = ledgerOf(shop)
  const options: unknown = JSON.parse(process.env.TEST_PLUGIN_OPTIONS ?? "{}")
  const dependencies = {
    __pg_connection__: knexOf(shop),
    configModule: shop.container.resolve(ContainerRegistrationKeys.CONFIG_MODULE),
    logger: shop.container.resolve(ContainerRegistrationKeys.LOGGER),
  }
  return Reflect.construct(constructor, [dependencies, options]) as CheckoutUzModuleService
}

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

const dueSchema = z.array(z.object({ id: z.string(), next_check_at: z.date().nullable() }))

async function dueTimes(shop: Shop): Promise<Map<string, Date | null>> {
  const rows = await shop.sql("SELECT id, next_check_at FROM checkout_uz_invoice")
  return new Map(dueSchema.parse(rows).map((row) => [row.id, row.next_check_at]))
}

async function databaseClock(shop: Shop): Promise<number> {
  const [row] = await shop.sql("SELECT clock_timestamp() AS now")
  return z.object({ now: z.date() }).parse(row).now.getTime()
}
