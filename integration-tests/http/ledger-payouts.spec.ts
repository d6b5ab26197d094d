import { findReusable, type CheckoutUzModuleService } from "../../src/modules/checkout-uz"
import {
  AMOUNT,
  claimOver,
  COLLECTION,
  intentOf,
  ledgerOf,
  openConnections,
  paidInvoice,
  sessions,
  spend,
  uzs,
} from "../setup/ledger"
import { historyOf, transitionsIn } from "../setup/ledger-history"
import { allPayouts, MERCHANT, mismatched, notCompletable, refundOf } from "../setup/ledger-money"
import { describeShop, type Shop } from "../setup/shop"

describeShop("the ledger, with money that goes back", { cartsOnHand: 0 }, (shop) => {
  let ledger: CheckoutUzModuleService
  beforeEach(() => {
    ledger = ledgerOf(shop)
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
      expect(await ledger.spending.release("payses_00")).toEqual([])
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
      expect(await allPayouts(shop)).toEqual([{ refund_id: null, amount: 45_000 }])
      expect(await transitionsIn(shop, id)).toEqual(["pending > paid", "paid > returned"])
      // What Medusa then books as its refund is this very money.
      expect(await ledger.payouts.addRefund(refundOf(id, "ref_late", "45000"))).toBe(true)
      expect(await allPayouts(shop)).toHaveLength(1)
    })

    it("is what the customer has really paid, also where that is another amount than was asked for", async () => {
      const { id } = await mismatched(shop)
      await ledger.payouts.returnMoney({ id, spentBySession: undefined }, MERCHANT)
      expect(await allPayouts(shop)).toEqual([{ refund_id: null, amount: 45_001 }])
    })

    it("is the rest of it where a part is on the list already", async () => {
      const { id } = await paidInvoice(shop)
      await ledger.payouts.addRefund(refundOf(id, "ref_1", "10000"))
      await ledger.payouts.returnMoney({ id, spentBySession: undefined }, MERCHANT)
      expect(await allPayouts(shop)).toEqual([
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
      expect(await allPayouts(shop)).toEqual([{ refund_id: "ref_1", amount: 500 }])
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
        expect((await allPayouts(shop)).map(({ amount }) => amount)).toEqual(expected)
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
})

async function totalOf(shop: Shop): Promise<number> {
  return (await allPayouts(shop)).reduce((total, { amount }) => total + amount, 0)
}
