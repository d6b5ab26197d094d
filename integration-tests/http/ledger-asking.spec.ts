import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import type { PaymentStatusRecord } from "../../src/client"
import type { CheckoutUzModuleService, Invoice } from "../../src/modules/checkout-uz"
import { verifyInvoice } from "../../src/modules/checkout-uz/invoices/verify"
import {
  AMOUNT,
  invoiceNumber,
  knexOf,
  ledgerOf,
  newInvoice,
  paidInvoice,
  sessions,
  spend,
  uzs,
} from "../setup/ledger"
import { transitionsIn } from "../setup/ledger-history"
import { hasBeenAsked } from "../setup/patience"
import { describeShop, type Shop } from "../setup/shop"

describeShop("what the ledger asks the service, and believes", { cartsOnHand: 0 }, (shop) => {
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
      await hasBeenAsked(shop, "status_payment", 1, invoice.number)
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
      await hasBeenAsked(shop, "status_payment", 1, invoice.number)
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
})

async function databaseClock(shop: Shop): Promise<number> {
  const [row] = await shop.sql("SELECT clock_timestamp() AS now")
  return z.object({ now: z.date() }).parse(row).now.getTime()
}
