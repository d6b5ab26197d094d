import type { Claimed, HistoryHint, Invoice } from "../../../modules/checkout-uz"
import { sampleInvoice as invoice } from "../../../modules/checkout-uz/test/samples"
import type { SettleOutcome } from "../../settle-invoice"
import type { ReconcileDependencies } from "../dependencies"
import { settleKnownMoney, sweepCashDesk } from "../runner"

type Answer =
  Exclude<SettleOutcome["kind"], "unanswered"> | "failed" | "refused" | "paused" | "throws"

/** When an invoice of the samples wanted to be looked at: the smaller its number, the earlier. */
const dueAt = (number: number) => new Date(number * 1_000)

/** A ledger of a few invoices in memory, and a service that answers as the test says. */
function world(
  answers: Record<number, Answer>,
  { keys = {}, keyInForce = true }: { keys?: Record<number, string>; keyInForce?: boolean } = {}
) {
  const seen = {
    settled: [] as number[],
    stamped: [] as number[],
    unanswered: [] as number[],
    givenBack: [] as number[],
    alerts: [] as string[],
    marked: [] as string[],
  }
  const made = (number: number) =>
    invoice(number, { keyFingerprint: keys[number] ?? "key of the desk" })
  /** By number, when an invoice is due; one that is claimed, stamped or settled is not. */
  const due = new Map(Object.keys(answers).map((key) => [Number(key), dueAt(Number(key))]))
  let rejected = false
  let underWay = 0
  let most = 0
  const dependencies: ReconcileDependencies = {
    claimSweep: () => Promise.resolve(true),
    readHistory: () => Promise.resolve({ kind: "paid_numbers", numbers: [] }),
    findNamed: (_, numbers) => Promise.resolve(numbers.map((value) => made(value))),
    claimDue: (_, limit, exceptKeys) => {
      const claimed: Claimed[] = [...due]
        .map(([number, at]) => ({ invoice: made(number), dueAt: at }))
        .filter((one) => !exceptKeys.includes(one.invoice.keyFingerprint))
        .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
        .slice(0, limit)
      for (const one of claimed) due.delete(one.invoice.number)
      return Promise.resolve(claimed)
    },
    giveBack: (claimed) => {
      for (const one of claimed) {
        seen.givenBack.push(one.invoice.number)
        due.set(one.invoice.number, one.dueAt)
      }
      return Promise.resolve()
    },
    hasKeyInForce: () => Promise.resolve(keyInForce),
    settle: async (row) => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise(setImmediate)
      underWay -= 1
      seen.settled.push(row.number)
      return outcomeOf(answers[row.number] ?? "not_paid", row)
    },
    claimSettling: () => Promise.resolve(true),
    claimUnsettled: () => Promise.resolve([{ invoice: invoice(1), dueAt: dueAt(1) }]),
    scheduleUnanswered: (row) => {
      seen.unanswered.push(row.number)
      return Promise.resolve()
    },
    scheduleNext: (row) => {
      seen.stamped.push(row.number)
      return Promise.resolve()
    },
    markRejected: (_, { kind }) => {
      const first = !rejected
      rejected = true
      seen.marked.push(kind)
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
  /** What is due, the longest-waiting first. */
  const stillDue = () =>
    [...due]
      .sort(([, one], [, other]) => one.getTime() - other.getTime())
      .map(([number, at]) => ({ number, at }))
  return { dependencies, seen, stillDue, mostAtOnce: () => most }
}

function outcomeOf(answer: Answer, row: Invoice): SettleOutcome {
  switch (answer) {
    case "throws":
      throw new Error("the database is gone")
    case "failed":
    case "refused":
    case "paused":
      return { kind: "unanswered", invoice: row, message: `it ${answer}`, cause: answer }
    case "blocked":
      return { kind: "blocked", invoice: row, reason: "not_completable", error: new Error("stock") }
    default:
      return { kind: answer, invoice: row }
  }
}

const hinting = (hint: HistoryHint) => ({ readHistory: () => Promise.resolve(hint) })

const limits = { callsPerSweep: 10, concurrency: 2 }
const oneByOne = { ...limits, concurrency: 1 }

describe("a sweep of a cash desk", () => {
  it("one bad row never stops the others from being settled", async () => {
    const { dependencies, seen } = world({ 1: "throws", 2: "settled", 3: "settled" })
    const report = await sweepCashDesk(dependencies, limits, "main")
    expect(report).toMatchObject({ asked: 3, settled: 2, failed: 1, stopped: undefined })
    expect(seen.alerts).toEqual([expect.stringContaining("Invoice 1 ")])
  })

  it("a row that fails is stamped too, so that it does not starve the others", async () => {
    const { dependencies, seen } = world({ 1: "failed", 2: "not_paid" })
    await sweepCashDesk(dependencies, limits, "main")
    // The one without an answer is stamped apart: it never ends the watch.
    expect(seen).toMatchObject({ unanswered: [1], stamped: [2] })
  })

  it("a refused key stops the sweep, gives back what was not asked, and alerts once", async () => {
    const { dependencies, seen, stillDue } = world({ 1: "refused", 2: "not_paid", 3: "not_paid" })
    const first = await sweepCashDesk(dependencies, oneByOne, "main")
    expect(first).toMatchObject({ asked: 1, failed: 1, stopped: "rejected" })
    expect(seen.settled).toEqual([1])
    // As it was due: the longest-waiting one is the first to be asked about when the key works again.
    expect(stillDue()).toEqual([
      { number: 2, at: dueAt(2) },
      { number: 3, at: dueAt(3) },
    ])
    await dependencies.giveBack([{ invoice: invoice(1), dueAt: dueAt(1) }])
    await sweepCashDesk(dependencies, oneByOne, "main")
    expect(seen.settled).toEqual([1, 1])
    expect(seen.alerts).toEqual([expect.stringContaining("refuses")])
    expect(seen.marked).toEqual(["cash_desk_refused", "cash_desk_refused"])
  })

  it.each(["refused", "paused", "failed"] as const)(
    "a call that %s ends no invoice's watch: nothing was learned about it",
    async (answer) => {
      const { dependencies, seen } = world({ 1: answer, 2: "not_paid" })
      await sweepCashDesk(dependencies, oneByOne, "main")
      expect(seen.stamped).not.toContain(1)
      expect(seen.unanswered).toEqual([1])
    }
  )

  it("a paused desk stops the sweep, gives back what was not asked, and alerts nobody", async () => {
    const { dependencies, seen, stillDue } = world({ 1: "not_paid", 2: "paused", 3: "not_paid" })
    const report = await sweepCashDesk(dependencies, oneByOne, "main")
    expect(report).toMatchObject({ asked: 2, stopped: "paused" })
    expect(seen.settled).toEqual([1, 2])
    expect(stillDue()).toEqual([{ number: 3, at: dueAt(3) }])
    expect(seen).toMatchObject({ alerts: [], marked: [] })
  })

  it("a desk whose history is paused is asked nothing more", async () => {
    const { dependencies, seen, stillDue } = world({ 1: "not_paid" })
    const paused = { ...dependencies, ...hinting({ kind: "paused", message: "429" }) }
    expect(await sweepCashDesk(paused, limits, "main")).toMatchObject({
      asked: 0,
      stopped: "paused",
    })
    expect(stillDue()).toHaveLength(1)
    expect(seen).toMatchObject({ settled: [], alerts: [], marked: [] })
  })

  it("a paused answer about what the history names leaves the rest alone", async () => {
    const { dependencies, seen, stillDue } = world({ 1: "not_paid", 7: "paused" })
    const hint = { kind: "paid_numbers" as const, numbers: [invoice(7).number] }
    const report = await sweepCashDesk({ ...dependencies, ...hinting(hint) }, oneByOne, "main")
    expect(report.stopped).toBe("paused")
    expect(seen.settled).toEqual([7])
    expect(stillDue().map(({ number }) => number)).toEqual([1, 7])
  })

  it("a desk without a key is told of as that, and asked nothing", async () => {
    const { dependencies, seen } = world({ 1: "not_paid" })
    const keyless = { ...dependencies, ...hinting({ kind: "no_key", message: "There is none." }) }
    expect(await sweepCashDesk(keyless, limits, "main")).toMatchObject({ stopped: "no_key" })
    expect(seen).toMatchObject({ settled: [], marked: ["cash_desk_without_key"] })
    expect(seen.alerts).toEqual([expect.stringContaining("There is none.")])
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
    await sweepCashDesk(hinted, oneByOne, "main")
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
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, key): [number, Answer] => [key + 1, "not_paid"])
    )
    const { dependencies, seen, mostAtOnce } = world(many)
    await sweepCashDesk(dependencies, limits, "main")
    expect(seen.settled).toHaveLength(10)
    expect(mostAtOnce()).toBe(2)
  })

  it("gives up no more than it may ask about: what the history names counts too", async () => {
    const { dependencies, seen, stillDue } = world({ 1: "not_paid", 2: "not_paid" })
    const numbers = [11, 12, 13].map((number) => invoice(number).number)
    const hinted = { ...dependencies, ...hinting({ kind: "paid_numbers", numbers }) }
    await sweepCashDesk(hinted, { callsPerSweep: 4, concurrency: 4 }, "main")
    expect(seen.settled).toEqual([11, 12, 13, 1])
    expect(stillDue()).toEqual([{ number: 2, at: dueAt(2) }])
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

describe("a desk without a key in force, whose invoices are asked about with the keys they were made with", () => {
  const kept = { keyInForce: false, keys: { 1: "old", 2: "old", 3: "old", 4: "older", 5: "older" } }

  it("a key that is refused starves no other", async () => {
    const { dependencies, seen } = world(
      { 1: "refused", 2: "refused", 3: "refused", 4: "not_paid", 5: "settled" },
      kept
    )
    const report = await sweepCashDesk(dependencies, { callsPerSweep: 4, concurrency: 1 }, "main")
    expect(seen.settled).toEqual([1, 4, 5])
    expect(report).toMatchObject({ asked: 3, settled: 1, failed: 1, stopped: undefined })
  })

  it("what was made with the refused key is due as it was, and is not asked about again", async () => {
    const { dependencies, seen, stillDue } = world(
      { 1: "refused", 2: "refused", 3: "refused", 4: "not_paid" },
      kept
    )
    await sweepCashDesk(dependencies, oneByOne, "main")
    expect(seen.settled).toEqual([1, 4])
    expect(stillDue()).toEqual([
      { number: 2, at: dueAt(2) },
      { number: 3, at: dueAt(3) },
    ])
  })

  it("a key that is refused for what the history names is not asked with again", async () => {
    const { dependencies, seen } = world(
      { 1: "refused", 2: "refused", 3: "refused", 4: "not_paid" },
      kept
    )
    const numbers = [invoice(3).number, invoice(2).number]
    const hinted = { ...dependencies, ...hinting({ kind: "paid_numbers", numbers }) }
    await sweepCashDesk(hinted, oneByOne, "main")
    expect(seen.settled).toEqual([3, 4])
  })

  it("ends where every key is refused, and does not call the desk refused for that", async () => {
    const { dependencies, seen } = world({ 1: "refused", 2: "refused", 4: "refused" }, kept)
    const report = await sweepCashDesk(dependencies, oneByOne, "main")
    expect(seen.settled).toEqual([1, 4])
    expect(report).toMatchObject({ asked: 2, failed: 2, stopped: undefined })
    expect(seen.marked).toEqual([])
  })

  it("with a key in force a refusal speaks for the whole desk, whatever key it was made with", async () => {
    const { dependencies, seen } = world({ 1: "refused", 4: "not_paid" }, { keys: kept.keys })
    const report = await sweepCashDesk(dependencies, oneByOne, "main")
    expect(report.stopped).toBe("rejected")
    expect(seen.settled).toEqual([1])
  })
})

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
