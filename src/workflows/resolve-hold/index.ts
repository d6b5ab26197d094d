import type { MedusaContainer } from "@medusajs/framework/types"
import type { RefusalCode } from "../../contract"
import {
  inOneCase,
  resolutionsOf,
  type Audit,
  type Invoice,
  type Resolution,
} from "../../modules/checkout-uz"
import { returnMoney } from "../return-money"
import { settleInvoice } from "../settle-invoice"
import { problemIn } from "../settle-invoice/outcome"
import { workflowScope, type WorkflowScope } from "../scope"
import { LockTaken, whereFree } from "../../payment-context"

/** What became of paid money a merchant did something about. */
export type HoldResolution =
  | { kind: "resolved"; invoice: Invoice }
  /** It does not wait (any more), or this does not make sense for what is in its way. */
  | ({ kind: "not_possible"; invoice: Invoice } & Refusal)
  | { kind: "unknown" }

/** Why not, in a word and in one sentence. */
type Refusal = { code: RefusalCode; message: string }

/**
 * Does what a merchant decided about paid money that is not booked: another try, more time for the other
 * parts of its payment, or to give it back. Who did it, when and why is a line in the invoice's history.
 */
export async function resolveHold(
  container: MedusaContainer,
  decision: { invoiceId: string; action: Resolution; audit: Audit }
): Promise<HoldResolution> {
  const scope = workflowScope(container)
  const invoice = await scope.ledger.invoices.find(decision.invoiceId)
  if (!invoice) return { kind: "unknown" }
  const refusal = refusalOf(invoice, decision.action)
  if (refusal) return { kind: "not_possible", invoice, ...refusal }
  if (decision.action === "retry") return retry(container, invoice, decision.audit)
  if (decision.action === "wait") return waitForParts(scope, invoice, decision.audit)
  const returned = await returnMoney(scope, invoice, decision.audit).catch(whereFree)
  if (returned === "taken") {
    return { kind: "not_possible", invoice, code: "in_progress", message: LockTaken.MESSAGE }
  }
  if (returned) return { kind: "resolved", invoice: returned }
  const now = (await scope.ledger.invoices.find(invoice.id)) ?? invoice
  // Two clicks at once are one: the money is given back.
  if (now.state === "returned") return { kind: "resolved", invoice: now }
  const message = `Invoice ${now.number} was being settled at this moment and is ${now.state} now: look at it before giving money back.`
  return { kind: "not_possible", invoice: now, code: "booked_meanwhile", message }
}

function refusalOf({ number, state, blocker }: Invoice, action: Resolution): Refusal | undefined {
  if (state !== "paid") {
    const message = `Invoice ${number} is ${state}, so there is nothing to resolve.`
    return { code: "not_waiting", message }
  }
  if (blocker ? resolutionsOf(blocker.reason).includes(action) : action !== "wait") return undefined
  if (action === "wait") {
    const message = `Invoice ${number} does not wait for other parts of its payment.`
    return { code: "not_possible", message }
  }
  const message = `Invoice ${number} waits with "${blocker?.reason}", which another try cannot mend: return the money.`
  return { code: "retry_is_no_help", message }
}

/** Gives the customer more time for the other parts of a payment. */
async function waitForParts(
  { ledger }: WorkflowScope,
  invoice: Invoice,
  audit: Audit
): Promise<HoldResolution> {
  const known = await ledger.invoices.ofCollections([invoice.paymentCollectionId])
  const { partsWaitHours } = await ledger.settings.current()
  const ids = inOneCase(known, invoice).map(({ id }) => id)
  await ledger.spending.waitForParts(ids, partsWaitHours)
  const note = audit.note === undefined ? "wait" : `wait: ${audit.note}`
  await ledger.attention.noteInHistory(invoice, { ...audit, note })
  return { kind: "resolved", invoice: (await ledger.invoices.find(invoice.id)) ?? invoice }
}

async function retry(
  container: MedusaContainer,
  invoice: Invoice,
  audit: Audit
): Promise<HoldResolution> {
  const { ledger } = workflowScope(container)
  const note = audit.note === undefined ? "retry" : `retry: ${audit.note}`
  await ledger.attention.noteInHistory(invoice, { ...audit, note })
  const outcome = await settleInvoice(container, invoice.id, { urgency: "now", byMerchant: true })
  if (outcome.kind === "unanswered") {
    const { code } = problemIn(outcome)
    const message = `Invoice ${invoice.number} cannot be settled here: ${outcome.message}`
    return { kind: "not_possible", invoice: outcome.invoice, code, message }
  }
  const { state, blocker } = outcome.invoice
  if (state === "paid" && blocker?.reason === "amount_mismatch") {
    const message = `The payment service still does not confirm ${invoice.invoiceAmount} UZS for invoice ${invoice.number}: look at it in the service's dashboard.`
    const code = "amount_not_confirmed"
    return { kind: "not_possible", invoice: outcome.invoice, code, message }
  }
  return { kind: "resolved", invoice: outcome.invoice }
}
