import { setTimeout as delay } from "node:timers/promises"
import type { CheckoutUzModuleService } from "../../src/modules/checkout-uz"
import { Attention } from "../../src/modules/checkout-uz/attention"
import { knexOf, ledgerOf, paidInvoice, sessions, spend } from "../setup/ledger"
import { MERCHANT, mismatched, notCompletable } from "../setup/ledger-money"
import { describeShop } from "../setup/shop"

describeShop("the ledger, with money it cannot book yet", { cartsOnHand: 0 }, (shop) => {
  let ledger: CheckoutUzModuleService
  beforeEach(() => {
    ledger = ledgerOf(shop)
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
})
