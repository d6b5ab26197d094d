import {
  findMoney,
  findReusable,
  NOTHING_MISSING,
  type CheckoutUzModuleService,
  type Intent,
  type Invoice,
} from "../../src/modules/checkout-uz"
import {
  AMOUNT,
  COLLECTION,
  FIRST_SESSION,
  intentOf,
  ledgerOf,
  newInvoice,
  OWNER,
  paidInvoice,
  spend,
  uzs,
} from "../setup/ledger"
import { describeShop, PROVIDER_ID } from "../setup/shop"

/** What a session is handed: money that has come, else what can still be paid. */
function handedOut(invoices: readonly Invoice[], intent: Intent): string | undefined {
  const ask = { ...intent, amount: intent.sessionAmount, abandonedSessions: new Set<string>() }
  const money = findMoney(invoices, ask)
  const [come] = money.missing === NOTHING_MISSING ? money.invoices : []
  return (come ?? findReusable(invoices, intent))?.id
}

describeShop("the ledger, recording invoices", { cartsOnHand: 0 }, (shop) => {
  let ledger: CheckoutUzModuleService
  beforeEach(() => {
    ledger = ledgerOf(shop)
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
        handedOut(await ledger.invoices.ofCollections([COLLECTION]), intent)
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
