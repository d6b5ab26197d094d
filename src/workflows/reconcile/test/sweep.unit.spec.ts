import { sampleInvoice as invoice } from "../../../modules/checkout-uz/test/samples"
import type { ReconcileDependencies } from "../dependencies"
import { sweepCashDesk } from "../runner"
import { dueAt, hinting, limits, oneByOne, world, type Answer } from "./world"

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
