import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import { findReusable, type CheckoutUzModuleService } from "../../src/modules/checkout-uz"
import { Attention } from "../../src/modules/checkout-uz/attention"
import {
  AMOUNT,
  claimOver,
  COLLECTION,
  FIRST_SESSION,
  intentOf,
  knexOf,
  ledgerOf,
  newInvoice,
  openConnections,
  OWNER,
  paidInvoice,
  sessions,
  spend,
  spendingOn,
  spendOnce,
  uzs,
  withPool,
} from "../setup/ledger"
import { expectChain, historyOf, transitionsIn } from "../setup/ledger-history"
import { describeShop, eventually, PROVIDER_ID, type Shop } from "../setup/shop"

describeShop("the ledger on a real database, asked by many at once", { cartsOnHand: 0 }, (shop) => {
  let ledger: CheckoutUzModuleService
  beforeEach(() => {
    ledger = ledgerOf(shop)
  })

  describe("spending", () => {
    it("the money of one invoice never stands as two payments: fifty sessions, one spends it", async () => {
      const invoice = await paidInvoice(shop)
      const asked = sessions(50)
      await openConnections(ledger)
      const outcomes = await Promise.all(asked.map((session) => spend(shop, session)))

      const winners = asked.filter((_, index) => outcomes[index]?.kind === "spent")
      expect(winners).toHaveLength(1)
      expect(outcomes.filter(({ kind }) => kind === "nothing_to_spend")).toHaveLength(49)
      expect((await ledger.invoices.find(invoice.id))?.spentBySession).toBe(winners[0])
    })

    it("no owner takes more than it asks for: two invoices, ten times, one is spent", async () => {
      for (const round of sessions(10)) {
        const [ownerId, paymentCollectionId] = [`cart_${round}`, `${COLLECTION}_${round}`]
        const [one, other] = [
          await paidInvoice(shop, { ownerId, paymentCollectionId }),
          await paidInvoice(shop, { ownerId, paymentCollectionId }),
        ]
        const outcomes = await Promise.all(
          [`${round}_a`, `${round}_b`].map((session) =>
            spend(shop, session, { ownerId, paymentCollectionId })
          )
        )
        expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["no_room", "spent"])
        const spenders = await Promise.all([one, other].map(({ id }) => ledger.invoices.find(id)))
        expect(spenders.filter((invoice) => invoice?.spentBySession !== undefined)).toHaveLength(1)
      }
    })

    it("no order takes more than it asks for over all of its payment collections", async () => {
      const collectionIds = sessions(6).map((name) => `pay_col_${name}`)
      for (const paymentCollectionId of collectionIds) {
        await paidInvoice(shop, { paymentCollectionId })
      }
      await openConnections(ledger)
      // Four of the six fit.
      const claim = claimOver("180000", { exact: false })
      const outcomes = await Promise.all(
        collectionIds.map((paymentCollectionId) =>
          spend(shop, `payses_${paymentCollectionId}`, {
            claim,
            paymentCollectionId,
            collectionIds,
          })
        )
      )
      expect(outcomes.filter(({ kind }) => kind === "spent")).toHaveLength(4)
      const refused = outcomes.filter((outcome) => outcome.kind === "no_room")
      expect(refused).toHaveLength(2)
      expect(refused.map(({ misfit }) => misfit)).toEqual(
        refused.map(() => ({
          reason: "nothing_owed",
          facts: { asked: "180000", open: "0", paidElsewhere: "180000", promised: "0" },
        }))
      )
    })

    it("a session spends once, however often and from wherever it is asked to", async () => {
      const first = await paidInvoice(shop)
      const second = await paidInvoice(shop)
      await openConnections(ledger)
      const claim = claimOver("90000", { exact: false })
      const outcomes = await Promise.all(
        sessions(20).map(() => spend(shop, "payses_same", { claim }))
      )
      const ids = outcomes.map((outcome) => (outcome.kind === "spent" ? outcome.invoice.id : ""))
      expect(new Set(ids).size).toBe(1)
      expect([first.id, second.id]).toContain(ids[0])
      expect(await spentIn(shop)).toEqual(["payses_same"])
    })

    it("of many who take over an abandoned session's invoice, one gets it", async () => {
      await paidInvoice(shop)
      expect(await spend(shop, "payses_gone")).toMatchObject({ kind: "spent" })
      expect(await spend(shop, "payses_00")).toMatchObject({ kind: "nothing_to_spend" })
      await openConnections(ledger)
      const claim = claimOver(AMOUNT, { abandonedSessions: new Set(["payses_gone"]) })
      const outcomes = await Promise.all(
        sessions(20).map((session) => spend(shop, session, { claim }))
      )
      expect(outcomes.filter(({ kind }) => kind === "spent")).toHaveLength(1)
      expect(await spentIn(shop)).not.toContain("payses_gone")
    })

    it("what is captured already, by whatever provider, leaves no room for more", async () => {
      await paidInvoice(shop)
      const taken = claimOver(AMOUNT, { open: "44999", paid: "1" })
      expect(await spend(shop, "payses_00", { claim: taken })).toEqual({
        kind: "no_room",
        misfit: {
          reason: "nothing_owed",
          facts: { asked: "45000", open: "44999", paidElsewhere: "1", promised: "0" },
        },
      })
      const promised = claimOver(AMOUNT, { promised: "45000" })
      expect(await spend(shop, "payses_00", { claim: promised })).toMatchObject({
        kind: "no_room",
        misfit: { reason: "nothing_owed", facts: { paidElsewhere: "0", promised: "45000" } },
      })
      expect(await spentIn(shop)).toEqual([])
      expect(await spend(shop, "payses_00")).toMatchObject({ kind: "spent" })
    })

    it("only money of the same desk, currency, amount and service is spent, and only once confirmed", async () => {
      await newInvoice(shop)
      expect(await spend(shop, "payses_00")).toEqual({ kind: "nothing_to_spend" })
      await paidInvoice(shop)
      for (const other of [
        { cashDesk: "chorsu" },
        { currencyCode: "usd" },
        { sessionAmount: uzs("45000.01"), claim: claimOver("45000.01") },
        { serviceUrl: "https://checkout.uz/api/v1" },
        { paymentCollectionId: "pay_col_other" },
        // The owner's other collections are counted, and their money is not this session's.
        { paymentCollectionId: "pay_col_other", collectionIds: [COLLECTION] },
      ]) {
        expect(await spend(shop, "payses_00", other)).toEqual({ kind: "nothing_to_spend" })
      }
      expect(await spend(shop, "payses_00")).toMatchObject({ kind: "spent" })
    })

    it("money over another amount than the invoice's is never spent", async () => {
      const { id } = await mismatched(shop)
      expect(await spend(shop, "payses_00")).toEqual({ kind: "nothing_to_spend" })
      expect(await spend(shop, "payses_00", { claim: claimOver("45001") })).toEqual({
        kind: "nothing_to_spend",
      })
      expect((await ledger.invoices.find(id))?.spentBySession).toBeUndefined()
    })

    it("what was read of Medusa before another spend is stale, and spends nothing", async () => {
      const collections = ["pay_col_one", "pay_col_two"]
      for (const paymentCollectionId of collections) {
        await paidInvoice(shop, { paymentCollectionId })
      }
      const claim = claimOver("90000", { exact: false })
      const { version } = await ledger.spending.owner(OWNER)
      const asked = (paymentCollectionId: string) => ({
        claim,
        version,
        paymentCollectionId,
        collectionIds: collections,
      })
      expect(await spendOnce(shop, "payses_00", asked("pay_col_one"))).toMatchObject({
        kind: "spent",
      })
      expect(await spendOnce(shop, "payses_01", asked("pay_col_two"))).toEqual({ kind: "stale" })
      expect(await spentIn(shop)).toEqual(["payses_00"])
      // Also for the session that has spent: the total may have changed before it was finished.
      expect(await spendOnce(shop, "payses_00", asked("pay_col_one"))).toEqual({ kind: "stale" })
      const now = async (paymentCollectionId: string) => ({
        ...asked(paymentCollectionId),
        version: (await ledger.spending.owner(OWNER)).version,
      })
      expect(await spendOnce(shop, "payses_00", await now("pay_col_one"))).toMatchObject({
        kind: "spent",
      })
      const tooLittle = { ...(await now("pay_col_one")), claim: claimOver("30000") }
      expect(await spendOnce(shop, "payses_00", tooLittle)).toMatchObject({ kind: "no_room" })
      expect(await spendOnce(shop, "payses_01", await now("pay_col_two"))).toMatchObject({
        kind: "spent",
      })
    })

    it("what was read of Medusa before another payment was booked is stale as well", async () => {
      const booked = await paidInvoice(shop, { paymentCollectionId: "pay_col_one" })
      await spend(shop, "payses_00", { paymentCollectionId: "pay_col_one" })
      await paidInvoice(shop)
      const { version } = await ledger.spending.owner(OWNER)
      await ledger.spending.settle(booked.id, "payses_00")
      const claim = claimOver("90000", { exact: false })
      expect(await spendOnce(shop, "payses_01", { claim, version })).toEqual({ kind: "stale" })
      // A spend that changed nothing makes nobody else read again.
      const before = await ledger.spending.owner(OWNER)
      await spend(shop, "payses_02", { paymentCollectionId: "pay_col_none" })
      expect(await ledger.spending.owner(OWNER)).toEqual(before)
      expect(await spend(shop, "payses_01", { claim })).toMatchObject({ kind: "spent" })
    })

    it("money that followed its cart to another collection is not spent in the old one", async () => {
      await paidInvoice(shop)
      await ledger.invoices.moveToCollection(COLLECTION, "pay_col_fresh")
      expect(await spend(shop, "payses_00")).toEqual({ kind: "nothing_to_spend" })
      const fresh = { paymentCollectionId: "pay_col_fresh" }
      expect(await spend(shop, "payses_01", fresh)).toMatchObject({ kind: "spent" })
    })

    it("money that is moving to another collection in that very moment is not spent in the old one", async () => {
      const { id } = await paidInvoice(shop)
      const spending = await knexOf(shop).transaction(async (moving) => {
        await moving.raw(
          "UPDATE checkout_uz_invoice SET payment_collection_id = 'pay_col_fresh' WHERE id = ?",
          [id]
        )
        const late = spend(shop, "payses_00")
        await delay(300)
        return { late }
      })
      expect(await spending.late).toEqual({ kind: "nothing_to_spend" })
      expect((await ledger.invoices.find(id))?.spentBySession).toBeUndefined()
    })

    it("sixteen spends at once pass with a pool of two connections: none waits for one while it holds another", async () => {
      const names = sessions(16)
      for (const name of names) {
        await paidInvoice(shop, { paymentCollectionId: `alone_${name}`, ownerId: `cart_${name}` })
        await paidInvoice(shop, { paymentCollectionId: `shared_${name}` })
      }
      await withPool(shop, 2, async (pool) => {
        const other = spendingOn(pool)
        const alone = await Promise.all(
          names.map((name) =>
            spend(
              shop,
              `alone_${name}`,
              { paymentCollectionId: `alone_${name}`, ownerId: `cart_${name}` },
              other
            )
          )
        )
        expect(alone.map(({ kind }) => kind)).toEqual(names.map(() => "spent"))

        // Of one owner, each waits for the one before it.
        const claim = claimOver("720000", { exact: false })
        const collectionIds = names.map((name) => `shared_${name}`)
        const shared = await Promise.all(
          names.map((name) =>
            spend(
              shop,
              `shared_${name}`,
              { claim, collectionIds, paymentCollectionId: `shared_${name}` },
              other
            )
          )
        )
        expect(shared.map(({ kind }) => kind)).toEqual(names.map(() => "spent"))
      })
      expect(await spentIn(shop)).toHaveLength(32)
    })
  })

  describe("moves", () => {
    it("parallel settling and blocking ends settled, and the history is one unbroken chain", async () => {
      for (let round = 0; round < 5; round += 1) {
        const paymentCollectionId = `${COLLECTION}_${round}`
        const session = `payses_${round}`
        const { id } = await paidInvoice(shop, { paymentCollectionId })
        await spend(shop, session, { paymentCollectionId })
        const settled = await Promise.all(
          sessions(10).map(async () => {
            await ledger.spending.block(notCompletable(id))
            return ledger.spending.settle(id, session)
          })
        )
        expect(settled.filter((result) => result !== undefined)).toHaveLength(1)
        expect(await ledger.spending.block(notCompletable(id))).toBeUndefined()
        const invoice = await expectChain(shop, ledger, id)
        expect(invoice).toMatchObject({
          state: "settled",
          blocker: undefined,
          waitingSince: undefined,
          nextCheckAt: undefined,
        })
        // What got in the way is one line, however often it was noticed.
        expect(await historyOf(shop, id)).toEqual([
          { from: "pending", to: "paid", reason: null },
          { from: "paid", to: "paid", reason: "not_completable" },
          { from: "paid", to: "settled", reason: null },
        ])
      }
    })

    it("a roll-back releases once, however often it is told", async () => {
      const { id } = await paidInvoice(shop)
      await spend(shop, "payses_00")
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
      expect(await spend(shop, "payses_01")).toMatchObject({ kind: "spent" })
    })

    it("a roll-back told in the very moment of settling is never lost", async () => {
      for (let round = 0; round < 20; round += 1) {
        const paymentCollectionId = `${COLLECTION}_${round}`
        const session = `payses_${round}`
        const { id } = await paidInvoice(shop, { paymentCollectionId })
        await spend(shop, session, { paymentCollectionId })
        const settling = [0, 1, 2, 3, 5, 8].map(async (milliseconds) => {
          await delay(milliseconds)
          await ledger.spending.settle(id, session)
        })
        await Promise.all([ledger.spending.release(session), ...settling])
        const invoice = await expectChain(shop, ledger, id)
        expect([invoice.state, invoice.spentBySession]).toEqual(["paid", undefined])
      }
    })

    it("money that was spent meanwhile is never given back on what was seen before", async () => {
      const seen = await paidInvoice(shop)
      await spend(shop, "payses_00")
      expect(await ledger.payouts.returnMoney(seen, MERCHANT)).toBeUndefined()
      expect(await ledger.invoices.find(seen.id)).toMatchObject({ state: "paid" })
      expect(await payoutsOf(shop)).toEqual([])
    })

    it("nobody settles an invoice another session spent, or one that is not paid", async () => {
      const unpaid = await newInvoice(shop)
      expect(await ledger.spending.settle(unpaid.id, "payses_00")).toBeUndefined()
      expect(await ledger.spending.block(notCompletable(unpaid.id))).toBeUndefined()
      const other = { paymentCollectionId: "pay_col_other" }
      const paid = await paidInvoice(shop, other)
      expect(await ledger.spending.settle(paid.id, "payses_00")).toBeUndefined()
      await spend(shop, "payses_00", other)
      expect(await ledger.spending.settle(paid.id, "payses_01")).toBeUndefined()
      expect(await ledger.spending.settle(paid.id, "payses_00")).toMatchObject({ state: "settled" })
    })
  })

  describe("what is in the way of paid money", () => {
    const heldNow = async () => (await ledger.attention.heldInvoices({ limit: 10, offset: 0 })).rows
    const age = (what: string) =>
      shop.sql(`UPDATE checkout_uz_invoice SET ${what} = ${what} - interval '61 minutes'`)

    it("is before the merchant after two minutes, and at once where it never ends by itself", async () => {
      const { id } = await paidInvoice(shop)
      const other = await paidInvoice(shop, { paymentCollectionId: "pay_col_other" })
      await ledger.spending.block(notCompletable(id))
      expect(await heldNow()).toEqual([])
      await ledger.spending.block({ ...notCompletable(other.id), reason: "order_canceled" })
      expect(await heldNow()).toMatchObject([{ id: other.id }])
      await shop.sql(
        "UPDATE checkout_uz_invoice SET waiting_since = now() - interval '119 seconds'"
      )
      expect(await heldNow()).toHaveLength(1)
      await shop.sql(
        "UPDATE checkout_uz_invoice SET waiting_since = now() - interval '121 seconds'"
      )
      expect(await heldNow()).toHaveLength(2)
      await spend(shop, "payses_00")
      await ledger.spending.settle(id, "payses_00")
      expect(await heldNow()).toMatchObject([{ id: other.id }])
    })

    it("is told once, whatever becomes of its reason, and again when the money is free once more", async () => {
      const { id } = await paidInvoice(shop)
      const alerts = async () => {
        await Promise.all(sessions(5).map(() => ledger.attention.noticeHeld()))
        return shop.sql("SELECT reason FROM checkout_uz_alert ORDER BY created_at")
      }
      await ledger.spending.block(notCompletable(id))
      expect(await alerts()).toEqual([])
      await age("waiting_since")
      expect(await alerts()).toEqual([{ reason: "not_completable" }])
      await ledger.spending.block({ ...notCompletable(id), reason: "order_canceled" })
      expect(await heldNow()).toMatchObject([{ blocker: { reason: "order_canceled" } }])
      expect(await alerts()).toHaveLength(1)
      await spend(shop, "payses_00")
      await ledger.spending.settle(id, "payses_00")
      await ledger.spending.release("payses_00")
      expect(await alerts()).toHaveLength(1)
      await age("waiting_since")
      expect(await alerts()).toHaveLength(2)
    })

    it("keeps since when it is so, as long as the reason is the same", async () => {
      const { id } = await paidInvoice(shop)
      const first = await ledger.spending.block(notCompletable(id))
      const again = await ledger.spending.block(notCompletable(id))
      expect(again?.blocker).toEqual(first?.blocker)
      expect(again?.settleAttempts).toBe(2)
      const other = await ledger.spending.block({
        ...notCompletable(id),
        reason: "nothing_owed",
        facts: { asked: "45000", open: "0", paidElsewhere: "45000", promised: "0" },
      })
      expect(other?.blocker).toMatchObject({ reason: "nothing_owed", facts: { open: "0" } })
      expect(other?.blocker?.since.getTime()).toBeGreaterThan(first?.blocker?.since.getTime() ?? 0)
      expect(other?.waitingSince).toEqual(first?.waitingSince)
    })

    it("is another amount as long as the service says another one, whatever else is in the way", async () => {
      const { id, number } = await mismatched(shop)
      const before = await ledger.invoices.find(id)
      for (const reason of ["not_completable", "provider_off", "order_canceled"] as const) {
        expect(await ledger.spending.block({ ...notCompletable(id), reason })).toBeUndefined()
      }
      // Also not by a shop that has moved to another service meanwhile.
      const elsewhere = new Attention({
        sql: knexOf(shop),
        serviceUrl: "https://elsewhere.example/api/v1",
      })
      await elsewhere.noticeHeld()
      expect(await ledger.invoices.find(id)).toEqual({
        ...before,
        readAt: expect.any(Date) as Date,
      })

      await delay(2_100)
      const { invoice } = await ledger.requests.verify(id, { wait: true })
      expect(invoice).toMatchObject({ number, state: "paid", blocker: undefined })
      expect(invoice.paidAmount).toBeUndefined()
      expect(await spend(shop, "payses_00")).toMatchObject({ kind: "spent" })
    })

    it("is another service's word until that service is the configured one again", async () => {
      const { id, nextCheckAt } = await paidInvoice(shop)
      const sql = knexOf(shop)
      await new Attention({ sql, serviceUrl: "https://elsewhere.example/api/v1" }).noticeHeld()
      expect(await ledger.invoices.find(id)).toMatchObject({
        state: "paid",
        blocker: { reason: "service_changed" },
      })
      await ledger.attention.noticeHeld()
      const healed = await ledger.invoices.find(id)
      expect(healed?.blocker).toBeUndefined()
      expect(healed?.nextCheckAt?.getTime()).toBeGreaterThanOrEqual(nextCheckAt?.getTime() ?? 0)
    })

    it("burns three order numbers freely, then one an hour, whoever tries; a merchant is always granted one", async () => {
      const { id } = await paidInvoice(shop)
      const claims = async (always = false) => {
        const granted = await Promise.all(
          sessions(12).map(() => ledger.spending.claimCompletion(id, { always }))
        )
        return granted.filter(Boolean).length
      }
      expect(await claims()).toBe(3)
      const waiting = await ledger.invoices.find(id)
      const seconds = ((waiting?.nextCheckAt?.getTime() ?? 0) - Date.now()) / 1000
      expect(seconds).toBeGreaterThan(3_500)
      expect(await claims()).toBe(0)
      await shop.sql(
        "UPDATE checkout_uz_invoice SET completion_attempted_at = now() - interval '59 minutes'"
      )
      expect(await claims()).toBe(0)
      await shop.sql(
        "UPDATE checkout_uz_invoice SET completion_attempted_at = now() - interval '60 minutes'"
      )
      expect(await claims()).toBe(1)
      expect(await ledger.spending.claimCompletion(id, { always: true })).toBe(true)
      expect(await claims()).toBe(0)
      // Nobody completes a cart with money that is given back.
      const invoice = await ledger.invoices.find(id)
      await ledger.payouts.returnMoney(invoice ?? { id, spentBySession: undefined }, MERCHANT)
      expect(await ledger.spending.claimCompletion(id, { always: true })).toBe(false)
    })
  })

  describe("alerts", () => {
    it("a refused key is told although a missing one was told before, and each of them once", async () => {
      const { polling } = ledger
      await polling.claimSweep("main")
      const noKey = { kind: "cash_desk_without_key", reason: "no key" } as const
      const refused = { kind: "cash_desk_refused", reason: "wrong key" } as const
      expect(await polling.markRejected("main", noKey)).toBe(true)
      expect(await polling.markRejected("main", noKey)).toBe(false)
      expect(await polling.markRejected("main", refused)).toBe(true)
      expect(await polling.markRejected("main", refused)).toBe(false)
      await polling.markAccepted("main")
      expect(await polling.markRejected("main", refused)).toBe(true)
    })

    it("an alert that cannot be published waits, and no other waits for it", async () => {
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
        const failures = await ledger.attention.publishWaiting(({ reason }) => {
          if (reason === failing) return Promise.reject(new Error("The bus is down."))
          told.push(reason)
          return Promise.resolve()
        })
        return { told, failures: failures.length, expected: { told: [next], failures: 1 } }
      }
      // The job of the running server publishes alerts too, and may come in between.
      let round = 0
      const { told, failures, expected } = await eventually(
        () => tryOnce(round++),
        (seen) => seen.failures === 1
      )
      expect({ told, failures }).toEqual(expected)
    })
    it("an alert is published once, and no transaction is open meanwhile", async () => {
      const tryOnce = async (occasion: string) => {
        await ledger.attention.raise({
          kind: "cash_desk_refused",
          occasion,
          cashDesk: "main",
          invoiceId: undefined,
          reason: occasion,
        })
        const published: string[] = []
        const open: unknown[] = []
        const note = ({ reason }: { reason: string }) => {
          if (reason === occasion) published.push(reason)
          return Promise.resolve()
        }
        await ledger.attention.publishWaiting(async (alert) => {
          open.push(
            ...(await shop.sql(
              `SELECT pid FROM pg_stat_activity
                WHERE datname = current_database() AND state LIKE 'idle in transaction%'
                  AND query LIKE '%checkout_uz_alert%'`
            ))
          )
          await ledger.attention.publishWaiting(note)
          await note(alert)
        })
        return { published, open }
      }
      // The job of the running server publishes alerts too, and may come first.
      let round = 0
      const seen = await eventually(
        () => tryOnce(`once ${round++}`),
        ({ published }) => published.length > 0
      )
      expect(seen).toEqual({ published: [`once ${round - 1}`], open: [] })
    })
  })

  describe("money given back by hand", () => {
    it("is never bound, spent, claimed, moved or released again", async () => {
      const { id } = await paidInvoice(shop)
      await spend(shop, "payses_00")
      await ledger.spending.block(notCompletable(id))
      const returned = await ledger.payouts.returnMoney(
        { id, spentBySession: "payses_00" },
        MERCHANT
      )
      expect(returned).toMatchObject({ state: "returned", nextCheckAt: undefined })
      const history = await historyOf(shop, id)
      const calls = await shop.sandbox.calls("status_payment")

      expect(
        findReusable(await ledger.invoices.ofCollections([COLLECTION]), intentOf(ledger))
      ).toBeUndefined()
      const claim = claimOver(AMOUNT, { abandonedSessions: new Set(["payses_00"]) })
      const again = await Promise.all([
        spend(shop, "payses_00"),
        spend(shop, "payses_01"),
        spend(shop, "payses_01", { claim }),
      ])
      expect(again).toEqual(again.map(() => ({ kind: "nothing_to_spend" })))
      expect(await ledger.spending.release("payses_00")).toBeUndefined()
      expect(await ledger.spending.settle(id, "payses_00")).toBeUndefined()
      expect(await ledger.spending.block(notCompletable(id))).toBeUndefined()
      expect(
        await ledger.payouts.returnMoney({ id, spentBySession: "payses_00" }, MERCHANT)
      ).toBeUndefined()
      expect((await ledger.requests.verify(id, { wait: true })).kind).toBe("confirmed")
      await ledger.invoices.enqueue(id)
      await ledger.spending.postpone(id, 1)
      expect(await ledger.polling.claimUnsettled(10)).toEqual([])
      expect(await ledger.polling.claimDue("main", 10, [])).toEqual([])
      await ledger.invoices.moveToCollection(COLLECTION, "pay_col_fresh")

      expect(await ledger.invoices.find(id)).toEqual({
        ...returned,
        readAt: expect.any(Date) as Date,
      })
      expect(await historyOf(shop, id)).toEqual(history)
      expect(await shop.sandbox.calls("status_payment")).toBe(calls)
    })

    it("comes on the list of pay-outs once, as a whole, however many merchants click at once", async () => {
      const { id } = await paidInvoice(shop)
      const money = { id, spentBySession: undefined }
      const returned = await Promise.all(
        sessions(10).map(() => ledger.payouts.returnMoney(money, MERCHANT))
      )
      expect(returned.filter((result) => result !== undefined)).toHaveLength(1)
      expect(await payoutsOf(shop)).toEqual([{ refund_id: null, amount: 45_000 }])
      expect(await transitionsIn(shop, id)).toEqual(["pending > paid", "paid > returned"])
      // What Medusa then books as its refund is this very money.
      expect(await ledger.payouts.addRefund(refundOf(id, "ref_late", "45000"))).toBe(true)
      expect(await payoutsOf(shop)).toHaveLength(1)
    })

    it("is what the customer has really paid, also where that is another amount than was asked for", async () => {
      const { id } = await mismatched(shop)
      await ledger.payouts.returnMoney({ id, spentBySession: undefined }, MERCHANT)
      expect(await payoutsOf(shop)).toEqual([{ refund_id: null, amount: 45_001 }])
    })

    it("is the rest of it where a part is on the list already", async () => {
      const { id } = await paidInvoice(shop)
      await ledger.payouts.addRefund(refundOf(id, "ref_1", "10000"))
      await ledger.payouts.returnMoney({ id, spentBySession: undefined }, MERCHANT)
      expect(await payoutsOf(shop)).toEqual([
        { refund_id: "ref_1", amount: 10_000 },
        { refund_id: null, amount: 35_000 },
      ])
    })
  })

  describe("refunds of Medusa", () => {
    it("one refund of Medusa's is one pay-out, however often it is noticed, and told once", async () => {
      const { id } = await paidInvoice(shop)
      const noticed = await Promise.all(
        sessions(10).map(() => ledger.payouts.addRefund(refundOf(id, "ref_1", "500")))
      )
      expect(noticed).toEqual(noticed.map(() => true))
      expect(await payoutsOf(shop)).toEqual([{ refund_id: "ref_1", amount: 500 }])
      const alerts = await shop.sql("SELECT kind FROM checkout_uz_alert")
      expect(alerts).toEqual([{ kind: "payout_due" }])
      expect(await ledger.payouts.listedRefunds(["ref_1", "ref_2"])).toEqual(new Set(["ref_1"]))
    })

    it("pay-outs never come to more than was paid, however many are asked for at once", async () => {
      const { id } = await paidInvoice(shop)
      await openConnections(ledger)
      const noticed = await Promise.all(
        sessions(10).map((name) => ledger.payouts.addRefund(refundOf(id, `ref_${name}`, "10000")))
      )
      expect(noticed.filter(Boolean)).toHaveLength(4)
      expect(await ledger.payouts.addRefund(refundOf(id, "ref_rest", "5001"))).toBe(false)
      expect(await ledger.payouts.addRefund(refundOf(id, "ref_rest", "5000"))).toBe(true)
      expect(await ledger.payouts.addRefund(refundOf(id, "ref_more", "1"))).toBe(false)
      expect(await totalOf(shop)).toBe(45_000)
    })

    it.each([
      ["107957.5", "107958", ["107957.5"], [107_958]],
      // Core refunds what its order says was paid, to the som.
      ["107957.5", "107958", ["107958"], [107_958]],
      ["107957.5", "107958", ["100000", "7957.5"], [100_000, 7_958]],
      ["107957.4", "107957", ["107957.4"], [107_957]],
      ["107957.4", "107957", ["107957", "0.4"], [107_957]],
    ])(
      "a session over %s with an invoice over %s gives back what was paid for the refunds %j",
      async (sessionAmount, invoiceAmount, amounts, expected) => {
        const { id } = await paidInvoice(shop, {
          sessionAmount: uzs(sessionAmount),
          invoiceAmount: uzs(invoiceAmount),
        })
        for (const [index, amount] of amounts.entries()) {
          await ledger.payouts.addRefund(refundOf(id, `ref_${index}`, amount))
        }
        expect((await payoutsOf(shop)).map(({ amount }) => amount)).toEqual(expected)
      }
    )

    it("a pay-out is ticked off by the first who says so, and the list knows no other", async () => {
      const { id } = await paidInvoice(shop)
      await ledger.payouts.addRefund(refundOf(id, "ref_1", "500"))
      const open = async () => (await ledger.payouts.listOpen({ limit: 10, offset: 0 })).rows
      const [payout] = await open()
      if (!payout) throw new Error("There is no pay-out.")
      expect(payout).toMatchObject({ amount: "500", refundId: "ref_1", invoiceId: id })
      await ledger.payouts.complete(payout.id, { actorId: "user_1", note: "receipt 12" })
      await ledger.payouts.complete(payout.id, { actorId: "user_2", note: "again" })
      expect(await open()).toEqual([])
      expect(await ledger.payouts.find(payout.id)).toMatchObject({
        completedBy: "user_1",
        note: "receipt 12",
      })
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
      const { id } = await newInvoice(shop)
      const body = Buffer.from("{}")
      await ledger.deliveries.keep({ cashDesk: "main", invoiceId: id, tokenMatched: true, body })
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
      const { id } = await paidInvoice(shop)
      await newInvoice(shop, { paymentCollectionId: "pay_col_other" })
      await spend(shop, "payses_00")
      await ledger.payouts.addRefund(refundOf(id, "ref_1", "500"))
      await ledger.invoices.noteUnanswered(intentOf(ledger), {
        cartId: undefined,
        orderId: undefined,
      })
      const tables = [
        "invoice",
        "invoice_binding",
        "invoice_transition",
        "owner",
        "payout",
        "unanswered_creation",
      ]
      for (const table of tables) {
        await shop.sql(`UPDATE checkout_uz_${table} SET created_at = now() - interval '20 years'`)
      }
      const before = await Promise.all(tables.map((table) => count(table)))
      expect(before).toEqual([2, 2, 1, 1, 1, 1])
      await ledger.prune()
      expect(await Promise.all(tables.map((table) => count(table)))).toEqual(before)
    })
  })

  describe("recording", () => {
    it("one number of one desk at one service is one row, also when two servers record it at once", async () => {
      const connection = await ledger.connectionOf("main")
      const created = await connection.client.createPayment({ amount: AMOUNT })
      const record = (cashDesk: string) =>
        ledger.invoices.record({
          connection,
          intent: intentOf(ledger, { cashDesk }),
          providerId: PROVIDER_ID,
          ownerId: OWNER,
          sessionId: "payses_00",
          webhookToken: ledger.invoices.newWebhookToken(),
          created,
          addresses: { paymentUrl: created.paymentUrl, payVia: {}, customPaymentPages: [] },
        })
      const rows = await Promise.all([record("main"), record("main"), record("main")])
      expect(rows.filter((row) => row !== undefined)).toHaveLength(1)
      await record("chorsu")
      const stored = await shop.sql(
        "SELECT cash_desk, owner_id FROM checkout_uz_invoice ORDER BY cash_desk"
      )
      expect(stored).toEqual([
        { cash_desk: "chorsu", owner_id: OWNER },
        { cash_desk: "main", owner_id: OWNER },
      ])
      const [bindings] = await shop.sql(
        "SELECT count(*)::int AS count FROM checkout_uz_invoice_binding"
      )
      expect(bindings).toEqual({ count: 2 })
    })

    it("a pending invoice is handed out again to the same intent, and to no other", async () => {
      const invoice = await newInvoice(shop)
      const intent = intentOf(ledger)
      const reusable = async (changes: Partial<typeof intent> = {}) =>
        findReusable(await ledger.invoices.ofCollections([COLLECTION]), { ...intent, ...changes })
          ?.id
      expect(await reusable()).toBe(invoice.id)
      for (const other of [
        { paymentCollectionId: "pay_col_other" },
        { cashDesk: "chorsu" },
        { serviceUrl: "https://checkout.uz/api/v1" },
        { sessionAmount: uzs("45000.01") },
        { invoiceAmount: uzs("45001") },
        { returnAddress: "https://shop.example/other" },
        { currencyCode: "usd" },
      ]) {
        expect(await reusable(other)).toBeUndefined()
      }
      await shop.sql("UPDATE checkout_uz_invoice SET expires_at = now() + interval '59 seconds'")
      expect(await reusable()).toBeUndefined()
    })

    it("paid money that nobody has spent is handed out wherever the customer wants to return to, and only that", async () => {
      const invoice = await paidInvoice(shop)
      const intent = intentOf(ledger, { returnAddress: "https://shop.example/other" })
      const reusable = async () =>
        findReusable(await ledger.invoices.ofCollections([COLLECTION]), intent)?.id
      expect(await reusable()).toBe(invoice.id)
      await spend(shop, "payses_00")
      expect(await reusable()).toBeUndefined()
      await shop.sql("UPDATE checkout_uz_invoice SET spent_by_session = NULL")
      await shop.sql(
        "UPDATE checkout_uz_invoice SET blocker = 'amount_mismatch', blocker_since = now()"
      )
      expect(await reusable()).toBeUndefined()
    })

    it("a replaced session leads to its invoice all the same, after another one was handed it", async () => {
      const invoice = await newInvoice(shop)
      await ledger.invoices.bind(invoice, "payses_01")
      expect((await ledger.invoices.ofSession(FIRST_SESSION))?.id).toBe(invoice.id)
      expect((await ledger.invoices.ofSession("payses_01"))?.id).toBe(invoice.id)
      const other = await newInvoice(shop)
      await ledger.invoices.bind(other, "payses_01")
      expect((await ledger.invoices.ofSession("payses_01"))?.id).toBe(other.id)
    })
  })
})

const MERCHANT = { actorId: "user_merchant", note: "by hand" }

function notCompletable(id: string) {
  return {
    id,
    reason: "not_completable" as const,
    facts: {},
    message: "The cart cannot be completed.",
    retryInSeconds: 5,
  }
}

function refundOf(invoiceId: string, refundId: string, amount: string) {
  return { invoiceId, refundId, amount: uzs(amount), currencyCode: "uzs" }
}

/** An invoice over 45,000 UZS of which the service says that 45,001 were paid, once. */
async function mismatched(shop: Shop) {
  const invoice = await newInvoice(shop)
  await shop.sandbox.pay(invoice.number, "drop")
  await shop.sandbox.fault("status_payment", "wrong_amount")
  await ledgerOf(shop).requests.verify(invoice.id, { wait: true })
  const now = await ledgerOf(shop).invoices.find(invoice.id)
  expect(now).toMatchObject({
    state: "paid",
    blocker: { reason: "amount_mismatch" },
    paidAmount: "45001",
  })
  return invoice
}

async function spentIn(shop: Shop): Promise<unknown[]> {
  const rows = await shop.sql(
    "SELECT spent_by_session FROM checkout_uz_invoice WHERE spent_by_session IS NOT NULL"
  )
  return rows.map((row) => row["spent_by_session"])
}

const payoutsSchema = z.array(
  z.object({ refund_id: z.string().nullable(), amount: z.coerce.number() })
)

async function payoutsOf(shop: Shop) {
  return payoutsSchema.parse(
    await shop.sql("SELECT refund_id, amount FROM checkout_uz_payout ORDER BY created_at, id")
  )
}

async function totalOf(shop: Shop): Promise<number> {
  return (await payoutsOf(shop)).reduce((total, { amount }) => total + amount, 0)
}
