import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import { parseUzs, type CreatedInvoice, type Uzs } from "../../src/client"
import {
  CHECKOUT_UZ_MODULE,
  type CheckoutUzModuleService,
  type Intent,
  type Invoice,
} from "../../src/modules/checkout-uz"
import { mayMove } from "../../src/modules/checkout-uz/invoice-state"
import { describeShop, eventually, PROVIDER_ID, type Shop } from "../setup/shop"

const AMOUNT = uzs("45000")
const COLLECTION = "pay_col_of_the_races"

describeShop("the ledger on a real database, asked by many at once", { cartsOnHand: 0 }, (shop) => {
  let ledger: CheckoutUzModuleService
  beforeEach(() => {
    ledger = shop.container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  })

  const sessions = (count: number) =>
    Array.from({ length: count }, (_, index) => `payses_${String(index).padStart(2, "0")}`)

  const spend = (
    sessionId: string,
    changes: Partial<Parameters<typeof ledger.spending.spend>[0]> = {}
  ) =>
    ledger.spending.spend({
      sessionId,
      serviceUrl: ledger.options.baseUrl,
      cashDesk: "main",
      currencyCode: "uzs",
      sessionAmount: AMOUNT,
      paymentCollectionId: COLLECTION,
      collectionAmount: AMOUNT,
      payments: [],
      abandonedSessions: [],
      ...changes,
    })

  describe("spending", () => {
    it("the money of one invoice never stands as two payments: fifty sessions, one spends it", async () => {
      const invoice = await paidInvoice(shop, ledger)
      const asked = sessions(50)
      await openConnections(ledger)
      const outcomes = await Promise.all(asked.map((session) => spend(session)))

      const winners = asked.filter((_, index) => outcomes[index]?.kind === "spent")
      expect(winners).toHaveLength(1)
      expect(outcomes.filter(({ kind }) => kind === "nothing_to_spend")).toHaveLength(49)
      expect((await ledger.findInvoice(invoice.id))?.spentBySession).toBe(winners[0])
    })

    it("one collection never takes more than its amount: two invoices, ten times, one is spent", async () => {
      for (const round of sessions(10)) {
        const collection = `${COLLECTION}_${round}`
        const [one, other] = [
          await paidInvoice(shop, ledger, { paymentCollectionId: collection }),
          await paidInvoice(shop, ledger, { paymentCollectionId: collection }),
        ]
        const outcomes = await Promise.all(
          [`${round}_a`, `${round}_b`].map((session) =>
            spend(session, { paymentCollectionId: collection })
          )
        )
        expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["collection_full", "spent"])
        const spenders = await Promise.all([one, other].map(({ id }) => ledger.findInvoice(id)))
        expect(spenders.filter((invoice) => invoice?.spentBySession !== undefined)).toHaveLength(1)
      }
    })

    it("a session spends once, however often and from wherever it is asked to", async () => {
      const first = await paidInvoice(shop, ledger)
      const second = await paidInvoice(shop, ledger)
      await openConnections(ledger)
      const outcomes = await Promise.all(
        sessions(20).map(() => spend("payses_same", { collectionAmount: uzs("90000") }))
      )
      const ids = outcomes.map((outcome) => (outcome.kind === "spent" ? outcome.invoice.id : ""))
      expect(new Set(ids).size).toBe(1)
      expect([first.id, second.id]).toContain(ids[0])
      expect(await spentIn(shop)).toEqual(["payses_same"])
    })

    it("of many who take over an abandoned session's invoice, one gets it", async () => {
      await paidInvoice(shop, ledger)
      expect(await spend("payses_gone")).toMatchObject({ kind: "spent" })
      expect(await spend("payses_00")).toMatchObject({ kind: "nothing_to_spend" })
      await openConnections(ledger)
      const outcomes = await Promise.all(
        sessions(20).map((session) => spend(session, { abandonedSessions: ["payses_gone"] }))
      )
      expect(outcomes.filter(({ kind }) => kind === "spent")).toHaveLength(1)
    })

    it("what is captured already, by whatever provider, leaves no room for more", async () => {
      await paidInvoice(shop, ledger)
      const payments = [{ sessionId: "payses_other", net: "0.01" }]
      expect(await spend("payses_00", { payments })).toEqual({ kind: "collection_full" })
      const givenBack = [{ sessionId: "payses_other", net: "0" }]
      expect(await spend("payses_00", { payments: givenBack })).toMatchObject({ kind: "spent" })
    })

    it("only money of the same desk, currency, amount and service is spent, and only once confirmed", async () => {
      await newInvoice(shop, ledger)
      expect(await spend("payses_00")).toEqual({ kind: "nothing_to_spend" })
      await paidInvoice(shop, ledger)
      for (const other of [
        { cashDesk: "chorsu" },
        { currencyCode: "usd" },
        { sessionAmount: uzs("45000.01"), collectionAmount: uzs("45000.01") },
        { serviceUrl: "https://checkout.uz/api/v1" },
        { paymentCollectionId: "pay_col_other" },
      ]) {
        expect(await spend("payses_00", other)).toEqual({ kind: "nothing_to_spend" })
      }
      expect(await spend("payses_00")).toMatchObject({ kind: "spent" })
    })
  })

  describe("asking the service", () => {
    it("many questions at once share calls: at most one in two seconds, each answer newer than its question", async () => {
      const invoice = await newInvoice(shop, ledger)
      const startedAt = Date.now()
      const answers = await Promise.all(
        sessions(30).map(async (_, index) => {
          await delay(index * 100)
          const asked = await databaseClock(shop)
          return { asked, verification: await ledger.asking.verify(invoice.id, { wait: true }) }
        })
      )
      const seconds = (Date.now() - startedAt) / 1000
      for (const { asked, verification } of answers) {
        expect(verification).toMatchObject({ kind: "unpaid", status: "pending" })
        const { askedAt } = verification.invoice
        expect(askedAt?.getTime()).toBeGreaterThanOrEqual(asked)
      }
      const calls = await shop.sandbox.calls("status_payment", invoice.number)
      expect(calls).toBeGreaterThan(0)
      expect(calls).toBeLessThanOrEqual(1 + Math.floor(seconds / 2))
    })

    it("the answer of a call that began before the money came is not taken after it", async () => {
      const invoice = await newInvoice(shop, ledger)
      // Answered at once and sent a second later: an answer that is older than it looks.
      await shop.sandbox.fault("status_payment", "slow", 1, 1_000)
      const early = ledger.asking.verify(invoice.id, { wait: true })
      await delay(300)
      await shop.sandbox.pay(invoice.number, "drop")
      const late = await Promise.all(
        sessions(5).map(() => ledger.asking.verify(invoice.id, { wait: true }))
      )
      expect((await early).kind).toBe("unpaid")
      expect(late.map(({ kind }) => kind)).toEqual(late.map(() => "confirmed"))
      expect(await shop.sandbox.calls("status_payment", invoice.number)).toBe(2)
    })

    it("who does not want to wait gets no answer rather than an old one", async () => {
      const invoice = await newInvoice(shop, ledger)
      expect((await ledger.asking.verify(invoice.id, { wait: false })).kind).toBe("unpaid")
      expect((await ledger.asking.verify(invoice.id, { wait: false })).kind).toBe("not_asked")
      expect(await shop.sandbox.calls("status_payment", invoice.number)).toBe(1)
    })

    it("confirmed money is never asked about again", async () => {
      const invoice = await paidInvoice(shop, ledger)
      const calls = await shop.sandbox.calls("status_payment", invoice.number)
      const again = await Promise.all(
        sessions(20).map(() => ledger.asking.verify(invoice.id, { wait: true }))
      )
      expect(again.every(({ kind }) => kind === "confirmed")).toBe(true)
      expect(await shop.sandbox.calls("status_payment", invoice.number)).toBe(calls)
    })

    it("two who hear of the money at once move the invoice once", async () => {
      const invoice = await newInvoice(shop, ledger)
      await shop.sandbox.pay(invoice.number, "drop")
      await Promise.all(sessions(20).map(() => ledger.asking.verify(invoice.id, { wait: true })))
      expect(await historyOf(shop, invoice)).toEqual([{ from: "pending", to: "paid" }])
    })

    it("another service's invoice of the same number never answers for this one", async () => {
      const invoice = await newInvoice(shop, ledger)
      await shop.sandbox.pay(invoice.number, "drop")
      await shop.sql("UPDATE checkout_uz_invoice SET service_url = 'https://checkout.uz/api/v1'")
      const verification = await ledger.asking.verify(invoice.id, { wait: true })
      expect(verification).toMatchObject({ kind: "unanswered", invoice: { state: "pending" } })
      expect(await shop.sandbox.calls("status_payment", invoice.number)).toBe(0)
      expect(await ledger.findInvoiceByNumber("main", invoice.number)).toBeUndefined()
    })
  })

  describe("moves", () => {
    it("parallel settling and holding ends settled, and the history is one unbroken chain", async () => {
      for (let round = 0; round < 5; round += 1) {
        const collection = `${COLLECTION}_${round}`
        const session = `payses_${round}`
        const { id } = await paidInvoice(shop, ledger, { paymentCollectionId: collection })
        await spend(session, { paymentCollectionId: collection })
        const moved = await Promise.all(
          sessions(10).flatMap(() => [
            ledger.spending.hold({ id, spentBySession: session }, "not_completable"),
            ledger.spending.settle(id, session),
          ])
        )
        const invoice = await expectChain(shop, ledger, id)
        expect(invoice).toMatchObject({ state: "settled", holdReason: undefined })
        // Every move that was reported is in the history, beside the one that confirmed the money.
        const reported = moved.filter((result) => result !== undefined).length
        expect(await historyOf(shop, invoice)).toHaveLength(1 + reported)
      }
    })

    it("a roll-back releases once, however often it is told", async () => {
      const { id } = await paidInvoice(shop, ledger)
      await spend("payses_00")
      await ledger.spending.settle(id, "payses_00")
      const released = await Promise.all(
        sessions(10).map(() => ledger.spending.release("payses_00"))
      )
      expect(released.filter((result) => result !== undefined)).toHaveLength(1)
      const invoice = await expectChain(shop, ledger, id)
      expect(invoice).toMatchObject({
        state: "paid",
        spentBySession: undefined,
        settledAt: undefined,
      })
      expect(await spend("payses_01")).toMatchObject({ kind: "spent" })
    })

    it("a roll-back told in the very moment of settling is never lost", async () => {
      for (let round = 0; round < 20; round += 1) {
        const collection = `${COLLECTION}_${round}`
        const session = `payses_${round}`
        const { id } = await paidInvoice(shop, ledger, { paymentCollectionId: collection })
        await spend(session, { paymentCollectionId: collection })
        const settling = [0, 1, 2, 3, 5, 8].map(async (milliseconds) => {
          await delay(milliseconds)
          await ledger.spending.settle(id, session)
        })
        await Promise.all([ledger.spending.release(session), ...settling])
        const invoice = await expectChain(shop, ledger, id)
        expect([invoice.state, invoice.spentBySession]).toEqual(["paid", undefined])
      }
    })

    it("money that was spent meanwhile is never put aside on what was seen before", async () => {
      const seen = await paidInvoice(shop, ledger)
      await spend("payses_00")
      expect(await ledger.spending.hold(seen, "cart_changed")).toBeUndefined()
      expect(await ledger.findInvoice(seen.id)).toMatchObject({ state: "paid" })
    })

    it("a refused key is told although a missing one was told before, and each of them once", async () => {
      const { watch } = ledger
      await watch.claimSweep("main")
      const noKey = { kind: "cash_desk_without_key", reason: "no key" } as const
      const refused = { kind: "cash_desk_refused", reason: "wrong key" } as const
      expect(await watch.markRejected("main", noKey)).toBe(true)
      expect(await watch.markRejected("main", noKey)).toBe(false)
      expect(await watch.markRejected("main", refused)).toBe(true)
      expect(await watch.markRejected("main", refused)).toBe(false)
      await watch.markAccepted("main")
      expect(await watch.markRejected("main", refused)).toBe(true)
    })

    it("an alert that cannot be told waits, and no other waits for it", async () => {
      const raise = (occasion: string) =>
        ledger.attention.raise({
          kind: "cash_desk_refused",
          occasion,
          cashDesk: "main",
          invoiceId: undefined,
          reason: occasion,
        })
      const tryOnce = async (round: number) => {
        const [failing, next] = [`failing ${round}`, `next ${round}`]
        await raise(failing)
        await raise(next)
        const told: string[] = []
        const failures = await ledger.attention.tellWaiting(({ reason }) => {
          if (reason === failing) return Promise.reject(new Error("The bus is down."))
          told.push(reason)
          return Promise.resolve()
        })
        return { told, failures: failures.length, expected: { told: [next], failures: 1 } }
      }
      // The job of the running server tells alerts too, and may come in between.
      let round = 0
      const { told, failures, expected } = await eventually(
        () => tryOnce(round++),
        (seen) => seen.failures === 1
      )
      expect({ told, failures }).toEqual(expected)
    })

    it("what waits to heal is held for what it has become, and told again; never the other way", async () => {
      const { id } = await paidInvoice(shop, ledger)
      const now = async () => {
        const invoice = await ledger.findInvoice(id)
        if (!invoice) throw new Error("The invoice is gone.")
        return invoice
      }
      await ledger.spending.hold(await now(), "not_completable")
      expect(await ledger.spending.hold(await now(), "cart_changed")).toBeUndefined()
      expect(await ledger.spending.hold(await now(), "order_canceled")).toMatchObject({
        holdReason: "order_canceled",
      })
      expect(await ledger.spending.hold(await now(), "provider_off")).toBeUndefined()
      expect((await now()).holdReason).toBe("order_canceled")
      const alerts = await shop.sql("SELECT reason FROM checkout_uz_alert ORDER BY created_at")
      expect(alerts).toEqual([{ reason: "not_completable" }, { reason: "order_canceled" }])
    })

    it("nobody settles an invoice another session spent, or one that is not paid", async () => {
      const unpaid = await newInvoice(shop, ledger)
      expect(await ledger.spending.settle(unpaid.id, "payses_00")).toBeUndefined()
      expect(await ledger.spending.hold(unpaid, "cart_changed")).toBeUndefined()
      const paid = await paidInvoice(shop, ledger, { paymentCollectionId: "pay_col_other" })
      expect(await ledger.spending.settle(paid.id, "payses_00")).toBeUndefined()
      await spend("payses_00", { paymentCollectionId: "pay_col_other" })
      expect(await ledger.spending.settle(paid.id, "payses_01")).toBeUndefined()
      expect(await ledger.spending.settle(paid.id, "payses_00")).toMatchObject({ state: "settled" })
    })
  })

  describe("money given back by hand", () => {
    it("is never bound, spent, claimed, moved or released again", async () => {
      const { id } = await paidInvoice(shop, ledger)
      await spend("payses_00")
      await ledger.spending.hold({ id, spentBySession: "payses_00" }, "not_completable")
      // What the merchant's click does.
      await shop.sql("UPDATE checkout_uz_invoice SET state = 'returned', blocker = NULL")
      const returned = await ledger.findInvoice(id)
      if (!returned) throw new Error("The returned invoice is gone.")
      const history = await historyOf(shop, returned)
      const calls = await shop.sandbox.calls("status_payment")

      expect(await ledger.bindReusableInvoice(intentOf(ledger), "payses_01")).toBeUndefined()
      const abandonedSessions = ["payses_00"]
      const again = await Promise.all([
        spend("payses_00"),
        spend("payses_01"),
        spend("payses_01", { abandonedSessions }),
      ])
      expect(again).toEqual(again.map(() => ({ kind: "nothing_to_spend" })))
      expect(await ledger.spending.release("payses_00")).toBeUndefined()
      expect(await ledger.spending.settle(id, "payses_00")).toBeUndefined()
      expect(await ledger.spending.hold(returned, "cart_changed")).toBeUndefined()
      expect((await ledger.asking.verify(id, { wait: true })).kind).toBe("confirmed")
      await ledger.checkSoon(id)
      await ledger.recordSettleFailure({ id, message: "late", retryInSeconds: 1 })
      await ledger.moveToCollection(COLLECTION, "pay_col_fresh")

      expect(await ledger.findInvoice(id)).toEqual(returned)
      expect(await historyOf(shop, returned)).toEqual(history)
      expect(await shop.sandbox.calls("status_payment")).toBe(calls)
    })
  })

  describe("pruning", () => {
    const count = async (table: string, condition = "true") => {
      const [row] = await shop.sql(
        `SELECT count(*)::int AS count FROM checkout_uz_${table} WHERE ${condition}`
      )
      return z.object({ count: z.number() }).parse(row).count
    }

    it("takes webhooks that are older than they are kept, and counts of limits long run out", async () => {
      const { id } = await newInvoice(shop, ledger)
      const body = Buffer.from("{}")
      await ledger.recordDelivery({ cashDesk: "main", invoiceId: id, tokenMatched: true, body })
      // More than one statement takes.
      await shop.sql(
        `INSERT INTO checkout_uz_webhook_delivery (id, cash_desk, invoice_id, token_matched, body_base64, created_at)
         SELECT 'old_' || n, 'main', 'cuinv_old', false, '', now() - interval '90 days 1 minute'
           FROM generate_series(1, 2500) n`
      )
      await shop.sql(
        `UPDATE checkout_uz_webhook_delivery SET created_at = now() - interval '89 days 23 hours'
          WHERE invoice_id = ?`,
        [id]
      )
      await shop.sql(
        `INSERT INTO checkout_uz_rate_limit (key, points, expire)
         SELECT 'limit_' || n, 1, (extract(epoch FROM now()) - 60 * n) * 1000 FROM generate_series(-1, 62) n`
      )
      const both = await Promise.all([ledger.prune(), ledger.prune()])
      expect(both.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(2_500)
      expect(await count("webhook_delivery")).toBe(1)
      expect(await count("rate_limit")).toBe(62 - 1)
      expect(await ledger.prune()).toEqual({ deliveries: 0, rateLimits: 0 })
    })

    it("nothing about money is ever pruned, however old it is", async () => {
      const { id } = await paidInvoice(shop, ledger)
      await newInvoice(shop, ledger, { paymentCollectionId: "pay_col_other" })
      const refund = { invoiceId: id, refundId: "ref_1", amount: uzs("500"), currencyCode: "uzs" }
      await ledger.recordManualRefund(refund)
      const tables = ["invoice", "invoice_binding", "invoice_move", "manual_refund"]
      for (const table of tables) {
        await shop.sql(`UPDATE checkout_uz_${table} SET created_at = now() - interval '20 years'`)
      }
      const before = await Promise.all(tables.map((table) => count(table)))
      expect(before).toEqual([2, 2, 1, 1])
      await ledger.prune()
      expect(await Promise.all(tables.map((table) => count(table)))).toEqual(before)
    })
  })

  describe("recording", () => {
    it("one number of one desk at one service is one row, also when two servers record it at once", async () => {
      const created = await createAtService(ledger)
      const connection = await ledger.connectionOf("main")
      const record = (cashDesk: string) =>
        ledger.recordInvoice({
          connection,
          intent: { ...intentOf(ledger), cashDesk },
          providerId: PROVIDER_ID,
          sessionId: "payses_00",
          webhookToken: ledger.newWebhookToken(),
          created,
          addresses: { paymentUrl: created.paymentUrl, payVia: {}, customPaymentPages: [] },
        })
      const results = await Promise.allSettled([record("main"), record("main"), record("main")])
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
      await record("chorsu")
      const rows = await shop.sql("SELECT cash_desk FROM checkout_uz_invoice ORDER BY cash_desk")
      expect(rows).toEqual([{ cash_desk: "chorsu" }, { cash_desk: "main" }])
      const [bindings] = await shop.sql(
        "SELECT count(*)::int AS count FROM checkout_uz_invoice_binding"
      )
      expect(bindings).toEqual({ count: 2 })
    })

    it("a pending invoice is handed out again to the same intent, and to no other", async () => {
      const invoice = await newInvoice(shop, ledger)
      const intent = intentOf(ledger)
      expect((await ledger.bindReusableInvoice(intent, "payses_01"))?.id).toBe(invoice.id)
      for (const other of [
        { paymentCollectionId: "pay_col_other" },
        { cashDesk: "chorsu" },
        { serviceUrl: "https://checkout.uz/api/v1" },
        { sessionAmount: uzs("45000.01") },
        { invoiceAmount: uzs("45001") },
        { returnAddress: "https://shop.example/other" },
        { currencyCode: "usd" },
      ]) {
        expect(await ledger.bindReusableInvoice({ ...intent, ...other }, "payses_02")).toBe(
          undefined
        )
      }
      await shop.sql("UPDATE checkout_uz_invoice SET expires_at = now() + interval '59 seconds'")
      expect(await ledger.bindReusableInvoice(intent, "payses_03")).toBeUndefined()
    })

    it("an invoice is superseded when its last session is deleted, and no longer when one is back", async () => {
      const { id } = await newInvoice(shop, ledger)
      await ledger.bindReusableInvoice(intentOf(ledger), "payses_01")
      await ledger.releaseSession("payses_of_the_intent")
      expect((await ledger.findInvoice(id))?.superseded).toBe(false)
      await ledger.releaseSession("payses_01")
      expect((await ledger.findInvoice(id))?.superseded).toBe(true)
      await ledger.bindReusableInvoice(intentOf(ledger), "payses_02")
      expect((await ledger.findInvoice(id))?.superseded).toBe(false)
      expect((await ledger.findInvoiceOfSession("payses_of_the_intent"))?.id).toBe(id)
    })

    it("one refund of Medusa's is one to make by hand, however often it is booked", async () => {
      const { id } = await paidInvoice(shop, ledger)
      const refund = { invoiceId: id, refundId: "ref_1", amount: uzs("500"), currencyCode: "uzs" }
      await Promise.all(sessions(10).map(() => ledger.recordManualRefund(refund)))
      const rows = await shop.sql("SELECT refund_id FROM checkout_uz_manual_refund")
      expect(rows).toEqual([{ refund_id: "ref_1" }])
    })
  })
})

function uzs(text: string): Uzs {
  const amount = parseUzs(text)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return amount
}

function intentOf(ledger: CheckoutUzModuleService, changes: Partial<Intent> = {}): Intent {
  return {
    serviceUrl: ledger.options.baseUrl,
    cashDesk: "main",
    paymentCollectionId: COLLECTION,
    currencyCode: "uzs",
    sessionAmount: AMOUNT,
    invoiceAmount: AMOUNT,
    returnAddress: "",
    ...changes,
  }
}

async function createAtService(ledger: CheckoutUzModuleService): Promise<CreatedInvoice> {
  const { client } = await ledger.connectionOf("main")
  return client.createPayment({ amount: AMOUNT })
}

/** An invoice made at the sandbox and recorded, for a session called `payses_of_the_intent`. */
async function newInvoice(
  shop: Shop,
  ledger: CheckoutUzModuleService,
  changes: Partial<Intent> = {}
): Promise<Invoice> {
  const created = await createAtService(ledger)
  return ledger.recordInvoice({
    connection: await ledger.connectionOf("main"),
    intent: intentOf(ledger, changes),
    providerId: PROVIDER_ID,
    sessionId: "payses_of_the_intent",
    webhookToken: ledger.newWebhookToken(),
    created,
    addresses: { paymentUrl: created.paymentUrl, payVia: {}, customPaymentPages: [] },
  })
}

/** An invoice the sandbox was paid for, and the ledger has verified. */
async function paidInvoice(
  shop: Shop,
  ledger: CheckoutUzModuleService,
  changes: Partial<Intent> = {}
): Promise<Invoice> {
  const { id, number } = await newInvoice(shop, ledger, changes)
  await shop.sandbox.pay(number, "drop")
  const { invoice } = await ledger.asking.verify(id, { wait: true })
  expect(invoice.state).toBe("paid")
  return invoice
}

/** Races need connections that are open already, or the first one wins before the others are made. */
async function openConnections(ledger: CheckoutUzModuleService): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 50 }, () => ledger.findInvoice("cuinv_none")))
  }
}

async function spentIn(shop: Shop): Promise<unknown[]> {
  const rows = await shop.sql(
    "SELECT spent_by_session FROM checkout_uz_invoice WHERE spent_by_session IS NOT NULL"
  )
  return rows.map((row) => row["spent_by_session"])
}

async function databaseClock(shop: Shop): Promise<number> {
  const [row] = await shop.sql("SELECT clock_timestamp() AS now")
  return z.object({ now: z.date() }).parse(row).now.getTime()
}

const moveSchema = z.object({ from: z.string(), to: z.string() })

async function historyOf(shop: Shop, { id }: Invoice) {
  return z
    .array(moveSchema)
    .parse(
      await shop.sql(
        `SELECT from_state AS "from", to_state AS "to" FROM checkout_uz_invoice_move WHERE invoice_id = ?`,
        [id]
      )
    )
}

/**
 * Holds an invoice's history against the table of moves: each move is allowed, and as often as a
 * state was entered it was left, but for the state the invoice is in.
 */
async function expectChain(
  shop: Shop,
  ledger: CheckoutUzModuleService,
  id: string
): Promise<Invoice> {
  const invoice = await ledger.findInvoice(id)
  if (!invoice) throw new Error(`Invoice ${id} is gone.`)
  const history = await historyOf(shop, invoice)
  const visits = new Map<string, number>([["pending", 1]])
  for (const { from, to } of history) {
    expect({ from, to, allowed: allowed(from, to) }).toEqual({ from, to, allowed: true })
    visits.set(from, (visits.get(from) ?? 0) - 1)
    visits.set(to, (visits.get(to) ?? 0) + 1)
  }
  const open = [...visits].filter(([, count]) => count !== 0)
  expect(open).toEqual([[invoice.state, 1]])
  return invoice
}

const stateSchema = z.enum(["pending", "expired", "closed", "paid", "settled", "paid", "returned"])

function allowed(from: string, to: string): boolean {
  return mayMove(stateSchema.parse(from), stateSchema.parse(to))
}
