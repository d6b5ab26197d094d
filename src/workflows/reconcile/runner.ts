import { reasonOf, type Claimed, type Invoice } from "../../modules/checkout-uz"
import type { SettleOutcome } from "../settle-invoice"
import type { ReconcileDependencies } from "./dependencies"

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
  stopped: Stop["kind"] | "not_our_turn" | undefined
}

/** Why the service answers nothing about a cash desk. */
type Stop = { kind: "rejected" | "no_key" | "paused"; message: string }

/**
 * Finds the payments of one cash desk that nobody told us about: first those its history names,
 * then those that are due. Every hit goes down the settlement path, which asks the service itself.
 * A key that is refused stops the sweep and expires nothing; one bad row stops nothing.
 */
export async function sweepCashDesk(
  dependencies: ReconcileDependencies,
  limits: ReconcileLimits,
  cashDesk: string
): Promise<SweepReport> {
  const report: SweepReport = { cashDesk, asked: 0, settled: 0, failed: 0, stopped: undefined }
  if (!(await dependencies.claimSweep(cashDesk))) return { ...report, stopped: "not_our_turn" }

  const hint = await dependencies.readHistory(cashDesk)
  if (hint.kind !== "paid_numbers" && hint.kind !== "unavailable") {
    return stop(dependencies, report, hint)
  }
  const named =
    hint.kind === "paid_numbers" ? await dependencies.findNamed(cashDesk, hint.numbers) : []
  const first = named.slice(0, limits.callsPerSweep)
  const refusedKeys: string[] = []
  const known = new Set(first.map(({ id }) => id))
  const stopped =
    (await work(dependencies, limits, report, { queue: first, refusedKeys })) ??
    (await workDue(dependencies, limits, report, { known, refusedKeys }))
  if (stopped) return stop(dependencies, report, stopped)

  // Only an answer of the service shows that it takes the key again.
  const answered = hint.kind === "paid_numbers" && report.asked > report.failed
  if (answered && (await dependencies.markAccepted(cashDesk))) {
    dependencies.inform(`Cash desk "${cashDesk}" is accepted by the payment service again.`)
  }
  return report
}

/**
 * Verifies what is due. Without a key in force each retired key is tried by itself: those of one that
 * is refused are left out, so that they starve no other.
 */
async function workDue(
  dependencies: ReconcileDependencies,
  limits: ReconcileLimits,
  report: SweepReport,
  { known, refusedKeys }: { known: ReadonlySet<string>; refusedKeys: string[] }
): Promise<Stop | undefined> {
  for (;;) {
    const limit = limits.callsPerSweep - report.asked
    if (limit <= 0) return undefined
    const { cashDesk } = report
    const claimed = await dependencies.claimDue(cashDesk, limit, refusedKeys)
    const refusedBefore = refusedKeys.length
    const stopped = await work(dependencies, limits, report, {
      queue: claimed.map(({ invoice }) => invoice).filter(({ id }) => !known.has(id)),
      claimed,
      refusedKeys,
    })
    if (stopped || claimed.length === 0) return stopped
    if (refusedKeys.length === refusedBefore) return undefined
  }
}

type Work = { queue: readonly Invoice[]; claimed?: readonly Claimed[]; refusedKeys: string[] }

async function work(
  dependencies: ReconcileDependencies,
  limits: ReconcileLimits,
  report: SweepReport,
  { queue, claimed = [], refusedKeys }: Work
): Promise<Stop | undefined> {
  const asked = new Set<string>()
  let stopped: Stop | undefined
  for (const batch of batches(queue, limits.concurrency)) {
    const mayBeAsked = batch.filter(({ keyFingerprint }) => !refusedKeys.includes(keyFingerprint))
    const attempts = await Promise.all(mayBeAsked.map((invoice) => attempt(dependencies, invoice)))
    for (const { id } of mayBeAsked) asked.add(id)
    report.asked += attempts.length
    report.settled += attempts.filter(({ kind }) => kind === "settled").length
    report.failed += attempts.filter(({ failed }) => failed).length
    stopped = await stopFor(dependencies, report.cashDesk, attempts, refusedKeys)
    if (stopped) break
  }
  await dependencies.giveBack(claimed.filter(({ invoice }) => !asked.has(invoice.id)))
  return stopped
}

/** Whether what the service answered ends the sweep, and not only the requests with one retired key. */
async function stopFor(
  { hasKeyInForce }: ReconcileDependencies,
  cashDesk: string,
  attempts: readonly Attempt[],
  refusedKeys: string[]
): Promise<Stop | undefined> {
  const paused = attempts.find(({ kind }) => kind === "paused")
  if (paused) return { kind: "paused", message: paused.message ?? "" }
  const refused = attempts.filter(({ kind }) => kind === "refused")
  const [first] = refused
  if (!first) return undefined
  if (await hasKeyInForce(cashDesk)) return { kind: "rejected", message: first.message ?? "" }
  for (const { keyFingerprint } of refused) refusedKeys.push(keyFingerprint)
  return undefined
}

/**
 * Settles money the service has confirmed and that could not be settled before. It goes on while a
 * key is refused or a desk has left the configuration. Several at once: one cart that a dead server
 * left locked does not keep the others waiting.
 */
export async function settleKnownMoney(
  dependencies: ReconcileDependencies,
  limits: ReconcileLimits
): Promise<void> {
  if (!(await dependencies.claimSettling())) return
  const unsettled = await dependencies.claimUnsettled(limits.callsPerSweep)
  for (const batch of batches(unsettled, limits.concurrency)) {
    await Promise.all(batch.map(({ invoice }) => attempt(dependencies, invoice)))
  }
}

function batches<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, n) => items.slice(n * size, (n + 1) * size))
}

type Attempt = {
  kind: SettleOutcome["kind"] | "refused" | "paused"
  failed: boolean
  keyFingerprint: string
  message?: string
}

async function attempt(dependencies: ReconcileDependencies, invoice: Invoice): Promise<Attempt> {
  const { keyFingerprint } = invoice
  try {
    const outcome = await dependencies.settle(invoice)
    if (outcome.kind === "not_paid") await dependencies.scheduleNext(outcome.invoice)
    if (outcome.kind !== "unanswered") return { kind: outcome.kind, failed: false, keyFingerprint }
    const { cause, message } = outcome
    // Stamped all the same, so that rows which always fail do not starve the others.
    await dependencies.scheduleUnanswered(outcome.invoice)
    return {
      kind: cause === "failed" ? "unanswered" : cause,
      failed: true,
      keyFingerprint,
      message,
    }
  } catch (error) {
    // Its claim runs out, and it is tried again then.
    dependencies.alert(
      `Invoice ${invoice.number} of cash desk "${invoice.cashDesk}" could not be reconciled: ${reasonOf(error)}`
    )
    return { kind: "unanswered", failed: true, keyFingerprint }
  }
}

async function stop(
  dependencies: ReconcileDependencies,
  report: SweepReport,
  { kind, message: reason }: Stop
): Promise<SweepReport> {
  // A pause is no alert: it was told where it began, and it passes.
  if (kind === "paused") return { ...report, stopped: kind }
  const alertKind = kind === "rejected" ? "cash_desk_refused" : "cash_desk_without_key"
  if (await dependencies.markRejected(report.cashDesk, { kind: alertKind, reason })) {
    const cause = kind === "rejected" ? "The payment service refuses" : "Nobody can ask about"
    dependencies.alert(
      `${cause} cash desk "${report.cashDesk}", so its payments are not found until that is mended: ${reason}`
    )
  }
  return { ...report, stopped: kind }
}
