import type { MedusaContainer } from "@medusajs/framework/types"
import type { Overview } from "../../contract"
import type { CheckoutUzModuleService, AccountSnapshot } from "../../modules/checkout-uz"
import { countToDo } from "../attention"
import { workflowScope } from "../scope"
import { lastDays, problemWithRange, summarize, type Range } from "./days"
import { isKnown } from "./known"
import { describeBalance, describeMethods } from "./readings"

/** What came of the question. */
type OverviewOutcome =
  | { kind: "done"; answer: Overview }
  | { kind: "unknown_desk" }
  | { kind: "wrong_range"; message: string }

/**
 * A cash desk at a glance: what the service says, at most a few seconds old, and the payments of each
 * day from our own books. It never fails because the service does.
 */
export async function cashDeskOverview(
  container: MedusaContainer,
  handle: string,
  asked: Range | undefined
): Promise<OverviewOutcome> {
  const { ledger } = workflowScope(container)
  if (!(await isKnown(ledger, handle))) return { kind: "unknown_desk" }
  const range = asked ?? lastDays(new Date())
  const message = problemWithRange(range)
  if (message !== undefined) return { kind: "wrong_range", message }
  const [reading, sums, attentionCount] = await Promise.all([
    readDesk(ledger, handle),
    ledger.queries.paymentsPerDay(handle, range),
    countToDo(ledger),
  ])
  return {
    kind: "done",
    answer: {
      ...describeReading(reading),
      ...summarize(range, sums),
      attention_count: attentionCount,
    },
  }
}

async function readDesk(ledger: CheckoutUzModuleService, handle: string): Promise<AccountSnapshot> {
  const { problem } = await ledger.keys.of(handle)
  if (problem) return { kind: "failed", problem }
  const connection = await ledger.connectionOf(handle).catch(async (error: unknown) => {
    // The key was taken away in this very moment: no reason to show nothing at all.
    const { problem: now } = await ledger.keys.of(handle)
    if (!now) throw error
    return now
  })
  return "code" in connection
    ? { kind: "failed", problem: connection }
    : ledger.snapshots.of(handle, connection)
}

function describeReading(reading: AccountSnapshot): Pick<Overview, "service" | "problem"> {
  if (reading.kind === "failed") return { service: null, problem: reading.problem }
  const { balance, stats, methods, readAt } = reading
  return {
    service: {
      balance: describeBalance(balance),
      stats: { total_orders: stats.totalOrders, total_amount: Number(stats.totalAmount) },
      payment_methods: describeMethods(methods),
      read_at: readAt.toISOString(),
    },
    problem: null,
  }
}
