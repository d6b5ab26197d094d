import { z } from "zod"
import type { CheckoutUzModuleService } from "../../src/modules/checkout-uz"
import { intentOf, ledgerOf, newInvoice, paidInvoice, spend } from "../setup/ledger"
import { refundOf } from "../setup/ledger-money"
import { describeShop } from "../setup/shop"

describeShop("the ledger, tidied up", { cartsOnHand: 0 }, (shop) => {
  let ledger: CheckoutUzModuleService
  beforeEach(() => {
    ledger = ledgerOf(shop)
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
})
