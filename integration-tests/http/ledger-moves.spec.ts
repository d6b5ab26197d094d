import { setTimeout as delay } from "node:timers/promises"
import type { CheckoutUzModuleService } from "../../src/modules/checkout-uz"
import { COLLECTION, ledgerOf, newInvoice, paidInvoice, sessions, spend } from "../setup/ledger"
import { expectChain, historyOf } from "../setup/ledger-history"
import { allPayouts, MERCHANT, notCompletable } from "../setup/ledger-money"
import { describeShop } from "../setup/shop"

describeShop("the ledger, moving invoices by many at once", { cartsOnHand: 0 }, (shop) => {
  let ledger: CheckoutUzModuleService
  beforeEach(() => {
    ledger = ledgerOf(shop)
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
      expect(released.flat()).toHaveLength(1)
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
      expect(await allPayouts(shop)).toEqual([])
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
})
