import type { CheckoutUzModuleService } from "../../src/modules/checkout-uz"
import {
  AMOUNT,
  claimOver,
  COLLECTION,
  ledgerOf,
  newInvoice,
  openConnections,
  paidInvoice,
  sessions,
  spend,
  spendingOn,
  uzs,
  withPool,
} from "../setup/ledger"
import { mismatched, spentIn } from "../setup/ledger-money"
import { describeShop } from "../setup/shop"

describeShop("the ledger, asked by many at once to spend", { cartsOnHand: 0 }, (shop) => {
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
      const ids = outcomes.map((outcome) =>
        outcome.kind === "spent" ? outcome.invoices[0].id : ""
      )
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
})
