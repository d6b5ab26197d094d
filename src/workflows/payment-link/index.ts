import type { MedusaContainer } from "@medusajs/framework/types"
import type { AdminRefusal, PaymentLink, Problem } from "../../contract"
import { isVerifiable } from "../../modules/checkout-uz"
import { settleInvoice } from "../settle-invoice"
import { problemIn } from "../settle-invoice/outcome"
import { workflowScope, type WorkflowScope } from "../scope"
import { linkEligibility, type LinkRules } from "./eligibility"
import { loadUnpaidOrder, type LinkContext } from "./load"
import { startLink, type LinkStart } from "./make"
import { presentLink } from "./present"
import { LockTaken, underOwnerLock, whereFree } from "../../payment-context"

/** What asking for a payment link came to. */
export type LinkOutcome =
  /** There is a link that asks for exactly what is open: a new one, or the one that was there. */
  | { kind: "ready"; link: PaymentLink }
  /** The order cannot have one; one sentence. */
  | { kind: "refused"; code: AdminRefusal; message: string }
  /** It cannot be made with this provider; one sentence. */
  | { kind: "wrong_provider"; message: string }
  /** The payment service made none. */
  | { kind: "failed"; problem: Problem }
  | { kind: "unknown" }

/** Problems of the service that pass by themselves. */
const PASSING: readonly Problem["code"][] = ["service_unreachable", "service_failed"]
/** How many links that a customer may have just paid are asked about before another is made. */
const ASK_LIMIT = 3

/**
 * What is open on an order and how it can be paid with a link.
 *
 * @returns undefined where there is no such order
 */
export async function readPaymentLink(
  container: MedusaContainer,
  orderId: string
): Promise<PaymentLink | undefined> {
  const scope = workflowScope(container)
  const facts = await loadUnpaidOrder(scope, orderId)
  return facts && presentLink(scope.ledger, facts, linkEligibility(facts, await rulesOf(scope)))
}

/**
 * Makes a payment link for what is open on an order or a draft order, or hands out the one there is.
 * The sessions of links that ask for another amount go; their invoices stay watched, since the service
 * cannot take them back.
 */
export async function makePaymentLink(
  container: MedusaContainer,
  orderId: string,
  providerId: string | undefined
): Promise<LinkOutcome> {
  const scope = workflowScope(container)
  const seen = await loadUnpaidOrder(scope, orderId)
  if (!seen) return { kind: "unknown" }
  const problem = await settleWhatIsPaid(container, seen)
  if (problem) return { kind: "failed", problem }
  // Looked at again under the lock: of two clicks at once, the second finds the first one's link.
  const outcome = await underOwnerLock<LinkOutcome>(scope, seen.ownerId, async () => {
    const facts = await loadUnpaidOrder(scope, orderId)
    return facts ? ready(scope, facts, providerId) : { kind: "unknown" }
  }).catch(whereFree)
  if (outcome !== "taken") return outcome
  return { kind: "refused", code: "in_progress", message: LockTaken.MESSAGE }
}

/**
 * A link that was paid a moment ago must not be followed by another one for the same money; and money that fits
 * what the order asks for by now is booked, and not asked for again.
 *
 * @returns why one of them could not be asked about, where asking again soon may help. A key that is
 *   refused would otherwise keep the order from being paid for as long as the old link is watched.
 */
async function settleWhatIsPaid(
  container: MedusaContainer,
  { invoices, arriving, leftBehind }: LinkContext
): Promise<Problem | undefined> {
  for (const waiting of new Set([arriving, leftBehind])) {
    if (waiting) await settleInvoice(container, waiting.id, { urgency: "now" })
  }
  const open = invoices.filter(isVerifiable)
  for (const { id } of open.slice(-ASK_LIMIT)) {
    const outcome = await settleInvoice(container, id, { urgency: "now" })
    if (outcome.kind !== "unanswered") continue
    const problem = problemIn(outcome)
    if (PASSING.includes(problem.code)) return problem
  }
  return undefined
}

async function ready(
  scope: WorkflowScope,
  facts: LinkContext,
  providerId: string | undefined
): Promise<LinkOutcome> {
  const rules = await rulesOf(scope)
  const verdict = linkEligibility(facts, rules)
  if (verdict.objection) return { kind: "refused", ...verdict.objection }
  const { providerIds } = verdict
  if (providerId !== undefined && !providerIds.includes(providerId)) {
    const message = `"provider_id" must be one of those offered in the order's region: ${providerIds.join(", ")}.`
    return { kind: "wrong_provider", message }
  }
  const live = verdict.live.find((link) => (providerId ?? link.providerId) === link.providerId)
  if (live)
    return {
      kind: "ready",
      link: await presentLink(scope.ledger, facts, { ...verdict, live: [live] }),
    }

  const chosen = providerId ?? providerIds[0]
  if (chosen === undefined) throw new Error("A link was to be made without any provider.")
  return outcomeOf(scope, facts.order.id, await startLink(scope, facts, chosen, rules))
}

async function outcomeOf(
  scope: WorkflowScope,
  orderId: string,
  start: LinkStart
): Promise<LinkOutcome> {
  if (start.kind !== "started") return start
  const facts = await loadUnpaidOrder(scope, orderId)
  if (!facts) return { kind: "unknown" }
  const verdict = linkEligibility(facts, await rulesOf(scope))
  // What was bound again turned out to be paid, or the order was cancelled in this moment.
  if (verdict.objection && verdict.live.length === 0) {
    return { kind: "refused", ...verdict.objection }
  }
  return { kind: "ready", link: await presentLink(scope.ledger, facts, verdict) }
}

async function rulesOf({ ledger }: WorkflowScope): Promise<LinkRules> {
  const { partsMax } = await ledger.settings.current()
  return {
    partsMax,
    amountRounding: ledger.options.amountRounding,
    baseUrl: ledger.options.baseUrl,
    ourProviders: ledger.providerEntries.map((entry) => entry.providerId),
  }
}
