import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import type { CheckoutUzModuleService, Invoice } from "../../src/modules/checkout-uz"
import { anotherServer, knexOf, ledgerOf, recordMany } from "../setup/ledger"
import { describeShop, type Shop } from "../setup/shop"

describeShop("the ledger, saying which server asks", { cartsOnHand: 0 }, (shop) => {
  let ledger: CheckoutUzModuleService
  beforeEach(() => {
    ledger = ledgerOf(shop)
  })

  describe("claiming what is due", () => {
    const due = (where = "true") =>
      shop.sql(
        `UPDATE checkout_uz_invoice SET next_check_at = now() - interval '1 minute'
           + (CAST(number AS bigint) - 900000) * interval '1 second' WHERE ${where}`
      )
    const idsOf = (claimed: readonly { invoice: Invoice }[]) =>
      claimed.map(({ invoice }) => invoice.id)

    it.each([
      ["open invoices", "pending"],
      ["known money", "paid"],
    ])(
      "of %s, more than a batch, hands none out twice to two servers at once",
      async (_, state) => {
        const other = anotherServer(shop)
        const invoices = await recordMany(shop, 40)
        await shop.sql("UPDATE checkout_uz_invoice SET state = ?", [state])
        await due()
        const claim = ({ polling }: CheckoutUzModuleService) =>
          state === "paid" ? polling.claimUnsettled(15) : polling.claimDue("main", 15, [])
        const claimed = (
          await Promise.all([claim(ledger), claim(other), claim(ledger), claim(other)])
        ).flatMap(idsOf)
        claimed.push(...idsOf(await claim(other)))
        expect(claimed).toHaveLength(40)
        expect(new Set(claimed)).toEqual(new Set(invoices.map(({ id }) => id)))
        expect(await claim(ledger)).toEqual([])
      }
    )

    it.each([
      ["open invoices", "pending"],
      ["known money", "paid"],
    ])(
      "of %s takes the longest-waiting, and one that is locked holds nobody up",
      async (_, state) => {
        const invoices = await recordMany(shop, 6)
        await shop.sql("UPDATE checkout_uz_invoice SET state = ?", [state])
        await due()
        const claim = () =>
          state === "paid"
            ? ledger.polling.claimUnsettled(3)
            : ledger.polling.claimDue("main", 3, [])
        const [first, ...others] = invoices.map(({ id }) => id)
        await knexOf(shop).transaction(async (locking) => {
          await locking.raw("SELECT id FROM checkout_uz_invoice WHERE id = ? FOR UPDATE", [
            first ?? "",
          ])
          const claimed = await Promise.race([claim(), delay(5_000).then(() => "held up" as const)])
          expect(claimed === "held up" ? claimed : new Set(idsOf(claimed))).toEqual(
            new Set(others.slice(0, 3))
          )
        })
        expect(new Set(idsOf(await claim()))).toEqual(new Set([first, ...others.slice(3)]))
      }
    )

    it("comes back where the server that claimed it dies", async () => {
      await recordMany(shop, 2)
      await due()
      expect(await ledger.polling.claimDue("main", 10, [])).toHaveLength(2)
      expect(await ledger.polling.claimDue("main", 10, [])).toEqual([])
      await shop.sql(
        "UPDATE checkout_uz_invoice SET next_check_at = next_check_at - interval '5 minutes'"
      )
      expect(await ledger.polling.claimDue("main", 10, [])).toHaveLength(2)
    })

    it("leaves out other desks, other services, and invoices of a key that is refused", async () => {
      const [one, two, three, ours] = (await recordMany(shop, 4)).map(({ id }) => id)
      await shop.sql("UPDATE checkout_uz_invoice SET cash_desk = 'chorsu' WHERE id = ?", [
        one ?? "",
      ])
      await shop.sql("UPDATE checkout_uz_invoice SET key_fingerprint = 'refused' WHERE id = ?", [
        two ?? "",
      ])
      await shop.sql(
        "UPDATE checkout_uz_invoice SET service_url = 'https://elsewhere.example' WHERE id = ?",
        [three ?? ""]
      )
      await due()
      expect(idsOf(await ledger.polling.claimDue("main", 10, ["refused"]))).toEqual([ours])
    })

    it("gives back what it did not look at as it was due, but for what was announced or ended meanwhile", async () => {
      const invoices = await recordMany(shop, 3)
      await due()
      const before = await dueTimes(shop)
      const claimed = await ledger.polling.claimDue("main", 10, [])
      const [untouched, announced, settled] = invoices.map(({ id }) => id)
      await ledger.invoices.enqueue(announced ?? "")
      await shop.sql("UPDATE checkout_uz_invoice SET next_check_at = NULL WHERE id = ?", [
        settled ?? "",
      ])
      const meanwhile = await dueTimes(shop)
      await ledger.polling.giveBack(claimed)
      const after = await dueTimes(shop)
      expect(after.get(untouched ?? "")).toEqual(before.get(untouched ?? ""))
      expect(after.get(announced ?? "")).toEqual(meanwhile.get(announced ?? ""))
      expect(after.get(settled ?? "")).toBeNull()
    })

    it("a webhook in the moment of asking is not forgotten by what is stamped after it", async () => {
      const [invoice] = await recordMany(shop, 1)
      if (!invoice) throw new Error("There is no invoice.")
      await due()
      await ledger.polling.claimDue("main", 10, [])
      await ledger.invoices.enqueue(invoice.id)
      await ledger.polling.scheduleNext(invoice)
      expect(idsOf(await ledger.polling.claimDue("main", 10, []))).toEqual([invoice.id])
    })
  })
})

const dueSchema = z.array(z.object({ id: z.string(), next_check_at: z.date().nullable() }))

async function dueTimes(shop: Shop): Promise<Map<string, Date | null>> {
  const rows = await shop.sql("SELECT id, next_check_at FROM checkout_uz_invoice")
  return new Map(dueSchema.parse(rows).map((row) => [row.id, row.next_check_at]))
}
