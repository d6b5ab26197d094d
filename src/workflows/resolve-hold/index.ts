import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { CheckoutUzError } from "../../client"
import {
  RESOLUTIONS_OF,
  type Audit,
  type CheckoutUzModuleService,
  type Invoice,
  type Resolution,
} from "../../modules/checkout-uz"
import { settleInvoice } from "../settle-invoice"
import { LockTaken, settleScope, whereFree } from "../settle-invoice/scope"
import { returnByHand } from "./return-by-hand"

export { undoReturned } from "./return-by-hand"

/** What became of held money a merchant did something about. */
export type HoldResolution =
  | { kind: "resolved"; invoice: Invoice }
  /** It is not held (any more), or this does not make sense for its reason. */
  | { kind: "not_possible"; invoice: Invoice; sentence: string }
  | { kind: "unknown" }

/**
 * Does what a merchant decided about a held invoice: another try, or the money went back by hand.
 * Who did it, when and why is a line in the invoice's history.
 */
export async function resolveHold(
  container: MedusaContainer,
  decision: { invoiceId: string; action: Resolution; audit: Audit }
): Promise<HoldResolution> {
  const scope = settleScope(container)
  const invoice = await scope.ledger.findInvoice(decision.invoiceId)
  if (!invoice) return { kind: "unknown" }
  const refusal = refusalOf(invoice, decision.action)
  if (refusal !== undefined) return { kind: "not_possible", invoice, sentence: refusal }
  if (decision.action === "retry") return retry(container, invoice, decision.audit)
  const returned = await returnByHand(scope, invoice, decision.audit).catch(whereFree)
  if (returned === "taken") return { kind: "not_possible", invoice, sentence: LockTaken.SENTENCE }
  if (returned) return { kind: "resolved", invoice: returned }
  const now = (await scope.ledger.findInvoice(invoice.id)) ?? invoice
  const sentence = `Invoice ${now.number} was being settled at this moment and is ${now.state} now: look at it before giving money back.`
  return { kind: "not_possible", invoice: now, sentence }
}

function refusalOf({ number, state, holdReason }: Invoice, action: Resolution): string | undefined {
  if (state !== "held" || holdReason === undefined) {
    return `Invoice ${number} is ${state} and not held, so there is nothing to resolve.`
  }
  if (RESOLUTIONS_OF[holdReason].includes(action)) return undefined
  return `Invoice ${number} is held with "${holdReason}", which another try cannot mend: pay the money back by hand and mark it as returned.`
}

async function retry(
  container: MedusaContainer,
  invoice: Invoice,
  audit: Audit
): Promise<HoldResolution> {
  const { ledger } = settleScope(container)
  const note = audit.note === undefined ? "retry" : `retry: ${audit.note}`
  await ledger.attention.noteInHistory(invoice, { ...audit, note })
  if (invoice.holdReason === "amount_mismatch") {
    const problem = await recheck(ledger, invoice)
    if (problem !== undefined) return { kind: "not_possible", invoice, sentence: problem }
  }
  const outcome = await settleInvoice(container, invoice.id, { urgency: "now" })
  if (outcome.kind === "unanswered") {
    const sentence = `Invoice ${invoice.number} cannot be settled here: ${outcome.message}`
    return { kind: "not_possible", invoice: outcome.invoice, sentence }
  }
  return { kind: "resolved", invoice: outcome.invoice }
}

/** @returns a sentence where the service still says another amount, or could not be asked */
async function recheck(
  ledger: CheckoutUzModuleService,
  invoice: Invoice
): Promise<string | undefined> {
  try {
    const now = await ledger.asking.recheckMismatch(invoice)
    if (now.holdReason !== "amount_mismatch") return undefined
    return `The payment service still does not confirm ${invoice.invoiceAmount} UZS for invoice ${invoice.number}: look at it in the service's dashboard.`
  } catch (error) {
    if (!(error instanceof CheckoutUzError) && !(error instanceof MedusaError)) throw error
    if (error instanceof CheckoutUzError) ledger.reportServiceFailure(error)
    return `The payment service could not be asked about invoice ${invoice.number}, so nothing has changed: try again in a minute, or look into the server's log.`
  }
}
