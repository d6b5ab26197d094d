import type { ReconcileDependencies } from "../dependencies"
import type * as desksModule from "../desks"
import { sweepDesks } from "../desks"
import { limits, world } from "./world"

/** Another worker: what a process remembers it has for itself. */
let sweepElsewhere: typeof sweepDesks
beforeAll(() => {
  jest.isolateModules(() => {
    sweepElsewhere = jest.requireActual<typeof desksModule>("../desks").sweepDesks
  })
})

/** Turns as the database gives them out: a desk's is taken once. */
function turns() {
  const taken: string[] = []
  const claimSweep = (desk: string) => {
    if (taken.includes(desk)) return Promise.resolve(false)
    taken.push(desk)
    return Promise.resolve(true)
  }
  return { taken, claimSweep }
}

/** A service that answers about a desk only when it is told to. */
function slowService() {
  let answer = () => {
    // Nobody has asked yet.
  }
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const readHistory: ReconcileDependencies["readHistory"] = async () => {
    await answered
    return { kind: "paid_numbers", numbers: [] }
  }
  return { answer, readHistory }
}

const sweptBy = (reports: Awaited<ReturnType<typeof sweepDesks>>) =>
  reports.filter(({ stopped }) => stopped === undefined).map(({ cashDesk }) => cashDesk)

describe("sweeps of several cash desks", () => {
  it("a worker that is kept waiting at one desk leaves the others to another worker", async () => {
    const { claimSweep } = turns()
    const { answer, readHistory } = slowService()
    const { dependencies } = world({})
    const desks = ["one", "two", "three"]
    const slow = sweepDesks({ ...dependencies, claimSweep, readHistory }, limits, desks)
    const reports = await sweepElsewhere({ ...dependencies, claimSweep }, limits, desks)
    expect(sweptBy(reports)).toEqual(["two", "three"])
    answer()
    expect(sweptBy(await slow)).toEqual(["one"])
  })

  it("two workers never have the same desk at once", async () => {
    const { taken, claimSweep } = turns()
    const { dependencies } = world({})
    const desks = ["one", "two", "three", "four"]
    const both = await Promise.all([
      sweepDesks({ ...dependencies, claimSweep }, limits, desks),
      sweepElsewhere({ ...dependencies, claimSweep }, limits, desks),
    ])
    expect(both.flatMap(sweptBy).sort()).toEqual([...desks].sort())
    expect(taken).toHaveLength(desks.length)
    for (const reports of both) expect(sweptBy(reports).length).toBeGreaterThan(0)
  })

  it("a sweep that goes on is not begun again in the same process", async () => {
    const { answer, readHistory } = slowService()
    const { dependencies } = world({})
    const slow = sweepDesks({ ...dependencies, readHistory }, limits, ["one"])
    expect(await sweepDesks(dependencies, limits, ["one", "two"])).toMatchObject([
      { cashDesk: "two" },
    ])
    answer()
    expect(sweptBy(await slow)).toEqual(["one"])
  })

  it("a desk that is named twice is swept once", async () => {
    const { dependencies } = world({})
    expect(await sweepDesks(dependencies, limits, ["one", "one"])).toHaveLength(1)
  })
})
