import { sampleInvoice as invoice } from "../../../modules/checkout-uz/test/samples"
import type { SettleOutcome } from "../../settle-invoice"
import { settleKnownMoney, sweepCashDesk, type ReconcileDependencies } from "../runner"

/** A ledger of a few invoices in memory, and a service that answers as the test says. */
function world(answers: Record<number, SettleOutcome["kind"] | "rejected" | "throws">) {
  const seen = {
    settled: [] as number[],
    stamped: [] as number[],
    unanswered: [] as number[],
    alerts: [] as string[],
  }
  let rejected = false
  let underWay = 0
  let most = 0
  const dependencies: ReconcileDependencies = {
    claimSweep: () => Promise.resolve(true),
    readHistory: () => Promise.resolve({ kind: "paid_numbers", numbers: [] }),
    findNamed: (_, numbers) => Promise.resolve(numbers.map((value) => invoice(value))),
    claimDue: (_, limit) =>
      Promise.resolve(
        Object.keys(answers)
          .slice(0, limit)
          .map((key) => invoice(Number(key)))
      ),
    settle: async (row) => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise(setImmediate)
      underWay -= 1
      seen.settled.push(row.number)
      const answer = answers[row.number] ?? "not_paid"
      if (answer === "throws") throw new Error("the database is gone")
      if (answer === "rejected") {
        return { kind: "unanswered", invoice: row, message: "401", rejected: true }
      }
      if (answer === "unanswered") return { kind: "unanswered", invoice: row, message: "no answer" }
      if (answer === "held") return { kind: "held", invoice: row, reason: "session_gone" }
      if (answer === "later") return { kind: "later", invoice: row, error: new Error("stock") }
      return { kind: answer, invoice: row }
    },
    claimSettling: () => Promise.resolve(true),
    claimUnsettled: () => Promise.resolve([invoice(1)]),
    scheduleUnanswered: (row) => {
      seen.unanswered.push(row.number)
      return Promise.resolve()
    },
    scheduleNext: (row) => {
      seen.stamped.push(row.number)
      return Promise.resolve()
    },
    claimFinished: () => Promise.resolve([]),
    lookOnceMore: () => Promise.resolve(),
    stopLooking: () => Promise.resolve(),
    markRejected: () => {
      const first = !rejected
      rejected = true
      return Promise.resolve(first)
    },
    markAccepted: () => {
      const was = rejected
      rejected = false
      return Promise.resolve(was)
    },
    alert: (message) => {
      seen.alerts.push(message)
    },
    inform: (message) => {
      seen.alerts.push(message)
    },
  }
  return { dependencies, seen, mostAtOnce: () => most }
}

const limits = { callsPerSweep: 10, concurrency: 2 }

describe("a sweep of a cash desk", () => {
  it("one bad row never stops the others from being settled", async () => {
    const { dependencies, seen } = world({ 1: "throws", 2: "settled", 3: "settled" })
    const report = await sweepCashDesk(dependencies, limits, "main")
    expect(report).toMatchObject({ asked: 3, settled: 2, failed: 1, stopped: undefined })
    expect(seen.alerts).toEqual([expect.stringContaining("Invoice 1 ")])
  })

  it("a row that fails is stamped too, so that it does not starve the others", async () => {
    const { dependencies, seen } = world({ 1: "unanswered", 2: "not_paid" })
    await sweepCashDesk(dependencies, limits, "main")
    // The one without an answer is stamped apart: it never ends the watch.
    expect(seen).toMatchObject({ unanswered: [1], stamped: [2] })
  })

  it("a refused key stops the sweep, stamps nothing and alerts once", async () => {
    const { dependencies, seen } = world({ 1: "rejected", 2: "not_paid", 3: "not_paid" })
    const first = await sweepCashDesk(dependencies, { ...limits, concurrency: 1 }, "main")
    await sweepCashDesk(dependencies, { ...limits, concurrency: 1 }, "main")
    expect(first.stopped).toBe("rejected")
    expect(seen.settled).toEqual([1, 1])
    expect(seen.stamped).toEqual([])
    expect(seen.alerts).toHaveLength(1)
  })

  it("says so when the key works again, once", async () => {
    const { dependencies, seen } = world({ 1: "not_paid" })
    await dependencies.markRejected("main", { kind: "cash_desk_refused", reason: "test" })
    await sweepCashDesk(dependencies, limits, "main")
    await sweepCashDesk(dependencies, limits, "main")
    expect(seen.alerts).toEqual([expect.stringContaining("again")])
  })

  it("a history is a hint: what it names goes down the settlement path, before what is due", async () => {
    const { dependencies, seen } = world({ 1: "not_paid" })
    const hinted: ReconcileDependencies = {
      ...dependencies,
      readHistory: () =>
        Promise.resolve({ kind: "paid_numbers", numbers: [invoice(7).number, invoice(1).number] }),
    }
    await sweepCashDesk(hinted, { ...limits, concurrency: 1 }, "main")
    expect(seen.settled).toEqual([7, 1])
  })

  it("a history that cannot be read does not keep single invoices from being asked", async () => {
    const { dependencies, seen } = world({ 1: "settled" })
    const silent: ReconcileDependencies = {
      ...dependencies,
      readHistory: () => Promise.resolve({ kind: "unavailable", message: "500" }),
    }
    await sweepCashDesk(silent, limits, "main")
    expect(seen.settled).toEqual([1])
  })

  it("keeps to its budget and to the calls it may have under way at once", async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, key) => [key + 1, "not_paid"]))
    const { dependencies, seen, mostAtOnce } = world(many as Record<number, "not_paid">)
    await sweepCashDesk(dependencies, limits, "main")
    expect(seen.settled).toHaveLength(10)
    expect(mostAtOnce()).toBe(2)
  })

  it("known money is settled although the service refuses the key", async () => {
    const { dependencies, seen } = world({ 1: "settled" })
    const refused: ReconcileDependencies = {
      ...dependencies,
      readHistory: () => Promise.resolve({ kind: "rejected", message: "401" }),
    }
    await settleKnownMoney(refused, limits)
    await sweepCashDesk(refused, limits, "main")
    expect(seen.settled).toEqual([1])
  })

  it("does not keep known money waiting for a cart that a dead server left locked", async () => {
    const { dependencies, seen } = world({})
    let unlock: () => void = () => undefined
    const locked = new Promise<void>((resolve) => (unlock = resolve))
    const settling = settleKnownMoney(
      {
        ...dependencies,
        claimUnsettled: () => Promise.resolve([invoice(1), invoice(2)]),
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

  it("leaves a desk to the server whose turn it is", async () => {
    const { dependencies, seen } = world({ 1: "settled" })
    const report = await sweepCashDesk(
      { ...dependencies, claimSweep: () => Promise.resolve(false) },
      limits,
      "main"
    )
    expect(report.stopped).toBe("not_our_turn")
    expect(seen.settled).toEqual([])
  })
})
