import type { Claimed, HistoryHint, Invoice } from "../../../modules/checkout-uz"
import { sampleInvoice as invoice } from "../../../modules/checkout-uz/test/samples"
import type { SettleOutcome } from "../../settle-invoice"
import type { ReconcileDependencies } from "../dependencies"

export type Answer =
  Exclude<SettleOutcome["kind"], "unanswered"> | "failed" | "refused" | "paused" | "throws"

/** When an invoice of the samples wanted to be looked at: the smaller its number, the earlier. */
export const dueAt = (number: number) => new Date(number * 1_000)

/** A ledger of a few invoices in memory, and a service that answers as the test says. */
export function world(
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

/** The service's history says this. */
export const hinting = (hint: HistoryHint) => ({ readHistory: () => Promise.resolve(hint) })

export const limits = { callsPerSweep: 10, concurrency: 2 }

export const oneByOne = { ...limits, concurrency: 1 }
