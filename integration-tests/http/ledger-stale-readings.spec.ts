import { setTimeout as delay } from "node:timers/promises"
import type { CheckoutUzModuleService } from "../../src/modules/checkout-uz"
import {
  claimOver,
  COLLECTION,
  knexOf,
  ledgerOf,
  OWNER,
  paidInvoice,
  spend,
  spendOnce,
} from "../setup/ledger"
import { spentIn } from "../setup/ledger-money"
import { describeShop } from "../setup/shop"

describeShop("the ledger, told what is no longer so", { cartsOnHand: 0 }, (shop) => {
  let ledger: CheckoutUzModuleService
  beforeEach(() => {
    ledger = ledgerOf(shop)
  })

  describe("spending", () => {
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

    it("what was read of Medusa before a payment was rolled back is stale as well", async () => {
      await paidInvoice(shop)
      await spend(shop, "payses_00")
      const { version } = await ledger.spending.owner(OWNER)
      await ledger.spending.release("payses_00")
      expect(await spendOnce(shop, "payses_01", { version })).toEqual({ kind: "stale" })
      expect(await spend(shop, "payses_01")).toMatchObject({ kind: "spent" })
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
  })
})
