import type { CheckoutUzModuleService } from "../../src/modules/checkout-uz"
import { ledgerOf } from "../setup/ledger"
import { describeShop, eventually } from "../setup/shop"

describeShop("the ledger, with something to tell", { cartsOnHand: 0 }, (shop) => {
  let ledger: CheckoutUzModuleService
  beforeEach(() => {
    ledger = ledgerOf(shop)
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
})
