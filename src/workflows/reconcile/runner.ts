import { reasonOf, type AlertKind, type HistoryHint, type Invoice } from "../../modules/checkout-uz"
import type { SettleOutcome } from "../settle-invoice"

/** What a sweep works with; the runner itself knows neither Medusa nor the database. */
export type ReconcileDependencies = {
  /** Takes the turn to sweep the desk; false where another server has it. */
  claimSweep: (cashDesk: string) => Promise<boolean>
  readHistory: (cashDesk: string) => Promise<HistoryHint>
  /** Our open invoices among the numbers a history named. */
  findNamed: (
    cashDesk: string,
    numbers: (HistoryHint & { kind: "paid_numbers" })["numbers"]
  ) => Promise<Invoice[]>
  /** Claims due invoices, the longest-waiting first. */
  claimDue: (cashDesk: string, limit: number) => Promise<Invoice[]>
  /** The one path on which money moves. */
  settle: (invoice: Invoice) => Promise<SettleOutcome>
  /** Stamps an attempt on an invoice the service calls unpaid. */
  scheduleNext: (invoice: Invoice) => Promise<void>
  /** Stamps an attempt that got no answer. */
  scheduleUnanswered: (invoice: Invoice) => Promise<void>
  /** Takes the turn to settle what is known to be paid; false where another server has it. */
  claimSettling: () => Promise<boolean>
  /** Claims confirmed money that is due to be settled, of every cash desk. */
  claimUnsettled: (limit: number) => Promise<Invoice[]>
  /** Claims settled and returned money that is to be looked at once more, of every cash desk. */
  claimFinished: (limit: number) => Promise<Invoice[]>
  /** Mends what an order cancelled in the same instant, or a crash, left booked in Medusa. */
  lookOnceMore: (invoice: Invoice) => Promise<void>
  stopLooking: (invoice: Invoice) => Promise<void>
  /** Alerts the merchant; true for the first to notice that the desk cannot be asked about. */
  markRejected: (cashDesk: string, alert: { kind: AlertKind; reason: string }) => Promise<boolean>
  /** True where the desk had been refused before. */
  markAccepted: (cashDesk: string) => Promise<boolean>
  /** Writes to the merchant's log. */
  alert: (message: string) => void
  inform: (message: string) => void
}

export type ReconcileLimits = {
  /** Invoices in one sweep of a desk. */
  callsPerSweep: number
  /** Calls under way at once. */
  concurrency: number
}

/** What a sweep of one desk came to. */
export type SweepReport = {
  cashDesk: string
  asked: number
  settled: number
  failed: number
  /** Why the sweep ended early, if it did. */
  stopped: "not_our_turn" | "rejected" | "no_key" | undefined
}

/**
 * Finds the payments of one cash desk that nobody told us about: first those its history names,
 * then those that are due. Every hit goes down the settlement path, which asks the service itself.
 * A key that is refused stops the sweep and lapses nothing; one bad row stops nothing.
 */
export async function sweepCashDesk(
  dependencies: ReconcileDependencies,
  limits: ReconcileLimits,
  cashDesk: string
): Promise<SweepReport> {
  const report: SweepReport = { cashDesk, asked: 0, settled: 0, failed: 0, stopped: undefined }
  if (!(await dependencies.claimSweep(cashDesk))) return { ...report, stopped: "not_our_turn" }

  const hint = await dependencies.readHistory(cashDesk)
  if (hint.kind === "rejected" || hint.kind === "no_key") {
    return stop(dependencies, report, hint.kind, hint.message)
  }
  const named =
    hint.kind === "paid_numbers" ? await dependencies.findNamed(cashDesk, hint.numbers) : []
  const first = named.slice(0, limits.callsPerSweep)
  const known = new Set(first.map(({ id }) => id))
  const due = await dependencies.claimDue(cashDesk, limits.callsPerSweep - first.length)
  const queue = [...first, ...due.filter(({ id }) => !known.has(id))]

  for (const batch of batches(queue, limits.concurrency)) {
    const results = await Promise.all(batch.map((invoice) => attempt(dependencies, invoice)))
    report.asked += results.length
    report.settled += results.filter(({ kind }) => kind === "settled").length
    report.failed += results.filter(({ kind }) => kind === "failed").length
    const rejection = results.find((result) => result.kind === "rejected")
    if (rejection) return stop(dependencies, report, "rejected", rejection.message)
  }
  // Only an answer of the service shows that it takes the key again.
  const answered = hint.kind === "paid_numbers" && report.asked > report.failed
  if (answered && (await dependencies.markAccepted(cashDesk))) {
    dependencies.inform(`Cash desk "${cashDesk}" is accepted by the payment service again.`)
  }
  return report
}

/**
 * Settles money the service has confirmed and that could not be settled before. It asks the service
 * nothing, so it goes on while a key is refused or a desk has left the configuration. Several at
 * once: one cart that a dead server left locked does not keep the others waiting.
 */
export async function settleKnownMoney(
  dependencies: ReconcileDependencies,
  limits: ReconcileLimits
): Promise<void> {
  if (!(await dependencies.claimSettling())) return
  const finished = await dependencies.claimFinished(limits.callsPerSweep)
  for (const batch of batches(finished, limits.concurrency)) {
    await Promise.all(batch.map((invoice) => lookOnceMore(dependencies, invoice)))
  }
  const unsettled = await dependencies.claimUnsettled(limits.callsPerSweep)
  for (const batch of batches(unsettled, limits.concurrency)) {
    await Promise.all(batch.map((invoice) => attempt(dependencies, invoice)))
  }
}

/** Its claim runs out where this fails, and it is looked at again then. */
async function lookOnceMore(dependencies: ReconcileDependencies, invoice: Invoice): Promise<void> {
  try {
    await dependencies.lookOnceMore(invoice)
    await dependencies.stopLooking(invoice)
  } catch (error) {
    dependencies.alert(
      `Invoice ${invoice.number} of cash desk "${invoice.cashDesk}" is ${invoice.state} and could not be looked at once more: ${reasonOf(error)}`
    )
  }
}

function batches<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, n) => items.slice(n * size, (n + 1) * size))
}

type Attempt =
  { kind: "settled" | "open" | "kept" | "failed" } | { kind: "rejected"; message: string }

async function attempt(dependencies: ReconcileDependencies, invoice: Invoice): Promise<Attempt> {
  try {
    const outcome = await dependencies.settle(invoice)
    switch (outcome.kind) {
      case "settled":
        return { kind: "settled" }
      case "held":
      case "later":
        return { kind: "kept" }
      case "unanswered":
        if (outcome.rejected) return { kind: "rejected", message: outcome.message }
        // Stamped all the same, so that rows which always fail do not starve the others.
        await dependencies.scheduleUnanswered(outcome.invoice)
        return { kind: "failed" }
      case "not_paid":
        await dependencies.scheduleNext(outcome.invoice)
        return { kind: "open" }
    }
  } catch (error) {
    // Its claim runs out, and it is tried again then.
    dependencies.alert(
      `Invoice ${invoice.number} of cash desk "${invoice.cashDesk}" could not be reconciled: ${reasonOf(error)}`
    )
    return { kind: "failed" }
  }
}

async function stop(
  dependencies: ReconcileDependencies,
  report: SweepReport,
  stopped: "rejected" | "no_key",
  reason: string
): Promise<SweepReport> {
  const kind = stopped === "rejected" ? "cash_desk_refused" : "cash_desk_without_key"
  if (await dependencies.markRejected(report.cashDesk, { kind, reason })) {
    const cause = stopped === "rejected" ? "The payment service refuses" : "Nobody can ask about"
    dependencies.alert(
      `${cause} cash desk "${report.cashDesk}", so its payments are not found until that is mended: ${reason}`
    )
  }
  return { ...report, stopped }
}
