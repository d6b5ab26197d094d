import type { GiveUpClaim, Invoice, Verification } from "../../modules/checkout-uz"
import type { SettleOutcome } from "../settle-invoice"
import {
  resolve,
  retryAt,
  type OrderFacts,
  type UnpaidOrder,
  type Rules,
  type Verdict,
} from "./eligibility"

/** What cancelling works with; the runner itself knows neither Medusa nor the database. */
export type CancelDependencies = {
  /** Claims reminders that are due, the longest-waiting first. */
  claim: (limit: number) => Promise<GiveUpClaim[]>
  /** Ends a reminder. */
  endReminder: (claim: GiveUpClaim) => Promise<void>
  remindAt: (claim: GiveUpClaim, at: Date) => Promise<void>
  /** Reads the order of a payment collection afresh, with all that hangs on it. */
  load: (paymentCollectionId: string) => Promise<UnpaidOrder>
  /** Asks the service about an invoice, and waits for an answer that is not older than this call. */
  verify: (invoiceId: string) => Promise<Verification>
  /** The one path on which money moves. */
  settle: (invoice: Invoice) => Promise<SettleOutcome>
  /**
   * Cancels the order, if `mayStill` agrees to a last reading that no settlement can come between.
   * False where it did not.
   */
  cancel: (seen: UnpaidOrder, mayStill: (last: UnpaidOrder) => boolean) => Promise<boolean>
  inform: (message: string) => void
  warn: (message: string) => void
}

/** What one run came to. */
export type CancelReport = { canceled: number; kept: number; failed: number }

/** Reminders claimed at once; one server works through them one by one. */
const BATCH = 20

/**
 * Cancels the orders whose payment never came. One that cannot be checked stops nothing; a cash desk
 * whose key is refused ends the run, and what was claimed comes back when its claim runs out.
 */
export async function cancelDueOrders(
  dependencies: CancelDependencies,
  rules: Rules
): Promise<CancelReport> {
  const report: CancelReport = { canceled: 0, kept: 0, failed: 0 }
  for (;;) {
    const claims = await dependencies.claim(BATCH)
    for (const claim of claims) {
      const result = await attempt(dependencies, rules, claim)
      if (result === "rejected") return { ...report, failed: report.failed + 1 }
      report[result] += 1
    }
    if (claims.length < BATCH) return report
  }
}

type Result = "canceled" | "kept" | "failed" | "rejected"

async function attempt(
  dependencies: CancelDependencies,
  rules: Rules,
  claim: GiveUpClaim
): Promise<Result> {
  try {
    const seen = await dependencies.load(claim.paymentCollectionId)
    const verdict = resolve(seen, rules)
    return verdict.kind === "unpaid"
      ? await askAndCancel(dependencies, rules, claim, { seen, verdict })
      : await conclude(dependencies, claim, seen, verdict)
  } catch (error) {
    // Its claim runs out, and it is tried again then.
    dependencies.warn(
      `An unpaid order (payment collection ${claim.paymentCollectionId}) could not be checked: ${String(error)}`
    )
    return "failed"
  }
}

async function conclude(
  dependencies: CancelDependencies,
  claim: GiveUpClaim,
  { now }: UnpaidOrder,
  verdict: Exclude<Verdict, { kind: "unpaid" }>
): Promise<Result> {
  switch (verdict.kind) {
    case "leave":
      await dependencies.endReminder(claim)
      return "kept"
    case "wait":
      await dependencies.remindAt(claim, verdict.until)
      return "kept"
    case "paid": {
      const { kind } = await dependencies.settle(verdict.invoice)
      if (kind !== "blocked" && kind !== "unanswered") await dependencies.endReminder(claim)
      else await dependencies.remindAt(claim, retryAt(now, now))
      return "kept"
    }
  }
}

type Seen = { seen: UnpaidOrder; verdict: Verdict & { kind: "unpaid" } }

async function askAndCancel(
  dependencies: CancelDependencies,
  rules: Rules,
  claim: GiveUpClaim,
  { seen, verdict }: Seen
): Promise<Result> {
  const { order, invoices, deadline } = verdict
  const later = () => dependencies.remindAt(claim, retryAt(seen.now, deadline))
  // INVARIANT: every invoice of the order is asked about, in this very attempt, and nothing but
  // "not paid" about each of them lets the order be cancelled.
  for (const invoice of invoices) {
    const answer = await dependencies.verify(invoice.id)
    if (answer.kind === "confirmed") {
      return conclude(dependencies, claim, seen, { kind: "paid", invoice: answer.invoice })
    }
    if (answer.kind !== "unpaid") {
      await later()
      const message = answer.kind === "unanswered" ? answer.message : "nobody answered"
      dependencies.warn(`Order #${order.displayId} is unpaid and not cancelled yet: ${message}`)
      return answer.kind === "unanswered" && answer.cause !== "failed" ? "rejected" : "failed"
    }
  }
  try {
    const asked = new Set(invoices.map(({ id }) => id))
    if (!(await dependencies.cancel(seen, (last) => isUnchanged(last, rules, asked)))) {
      await later()
      return "kept"
    }
  } catch (error) {
    await later()
    dependencies.warn(`Unpaid order #${order.displayId} could not be cancelled: ${String(error)}`)
    return "failed"
  }
  await dependencies.endReminder(claim)
  dependencies.inform(noticeOf(order, invoices))
  return "canceled"
}

/** Whether the last reading still says unpaid, and shows no invoice that was not asked about. */
function isUnchanged(last: UnpaidOrder, rules: Rules, asked: ReadonlySet<string>): boolean {
  return resolve(last, rules).kind === "unpaid" && last.invoices.every(({ id }) => asked.has(id))
}

function noticeOf({ displayId, id }: OrderFacts, invoices: Invoice[]): string {
  const numbers = invoices.map(({ number }) => number).join(", ")
  return `Order #${displayId} (${id}) was cancelled: none of its invoices (${numbers}) was paid in time. Its stock is free again.`
}
