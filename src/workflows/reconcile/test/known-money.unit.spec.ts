import { sampleInvoice as invoice } from "../../../modules/checkout-uz/test/samples"
import { settleKnownMoney, sweepCashDesk } from "../runner"
import { dueAt, hinting, limits, oneByOne, world } from "./world"

describe("money that is known to be paid", () => {
  const known = (...numbers: number[]) => ({
    claimUnsettled: () =>
      Promise.resolve(
        numbers.map((number) => ({ invoice: invoice(number), dueAt: dueAt(number) }))
      ),
  })

  it("is settled although the service refuses the key", async () => {
    const { dependencies, seen } = world({ 1: "settled" })
    const refused = { ...dependencies, ...hinting({ kind: "rejected", message: "401" }) }
    await settleKnownMoney(refused, limits)
    await sweepCashDesk(refused, limits, "main")
    expect(seen.settled).toEqual([1])
  })

  it("does not wait for a cart that a dead server left locked", async () => {
    const { dependencies, seen } = world({})
    let unlock: () => void = () => undefined
    const locked = new Promise<void>((resolve) => (unlock = resolve))
    const settling = settleKnownMoney(
      {
        ...dependencies,
        ...known(1, 2),
        settle: async (due) => {
          if (due.id === invoice(1).id) await locked
          seen.settled.push(Number(due.number))
          return { kind: "settled", invoice: due }
        },
      },
      limits
    )
    await new Promise((resolve) => setImmediate(resolve))
    expect(seen.settled).toEqual([2])
    unlock()
    await settling
    expect(seen.settled).toEqual([2, 1])
  })

  it.each(["throws", "blocked", "failed", "refused", "paused"] as const)(
    "is settled one by one: that one %s stops no other, and says nothing about a desk",
    async (answer) => {
      const { dependencies, seen } = world({ 1: answer, 2: "settled", 3: "settled" })
      await settleKnownMoney({ ...dependencies, ...known(1, 2, 3) }, oneByOne)
      expect(seen).toMatchObject({ settled: [1, 2, 3], marked: [] })
    }
  )

  it("is left to the server whose turn it is", async () => {
    const { dependencies, seen } = world({ 1: "settled" })
    await settleKnownMoney({ ...dependencies, claimSettling: () => Promise.resolve(false) }, limits)
    expect(seen).toMatchObject({ settled: [] })
  })
})
