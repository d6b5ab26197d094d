import { setTimeout as delay } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { CheckoutUzError } from "../../client"
import type { ClaimedToken, Invoice, TokenClaim } from "../../modules/checkout-uz"
import { workflowScope, type WorkflowScope } from "../scope"
import { isCustomersMistake, isUnknownToken } from "./eligibility"
import type { CardConfirmation, CodeRefusal } from "./outcomes"
import { attempt, findPayable, logCustomersMistake, lookAgain } from "./steps"

/** Milliseconds for which a confirmation waits for another one's answer, and between two looks. */
const TURN_LIMIT_MS = 15_000
const TURN_LOOK_MS = 200

/** The codes that this process is passing on, by invoice: in its memory alone. */
const beingPassedOn = new Map<string, string>()

/**
 * Step 2: the code from the SMS. Also where card payments were switched off in between: the
 * customer has the code.
 *
 * INVARIANT: whatever the service answers here, also nothing, the payment counts only once our own
 * question about the invoice says so.
 */
export async function confirmCardPayment(
  container: MedusaContainer,
  sessionId: string,
  smsCode: string
): Promise<CardConfirmation> {
  const scope = workflowScope(container)
  const found = await findPayable(container, sessionId)
  // Confirmed twice, by a double click: the second learns what became of the first.
  if (found.kind === "not_payable") return { kind: "status", status: found.status }
  if (found.kind !== "payable") return found
  const confirmed = await attempt(scope, found.invoice, () =>
    passOnCode(scope, found.invoice, smsCode)
  )
  if (confirmed.kind === "too_many_attempts") return confirmed
  const now = await lookAgain(container, sessionId, found.invoice)
  if (!now) return { kind: "unknown_session" }
  const { status, isOver } = now
  return confirmed.kind === "asked" || isOver ? { kind: "status", status } : confirmed
}

/** Takes the token once no other confirmation has it: what that one's code came to decides about this one. */
async function claimInTurn({ ledger }: WorkflowScope, invoice: Invoice): Promise<ClaimedToken> {
  const giveUpAt = performance.now() + TURN_LIMIT_MS
  for (;;) {
    const claimed = await ledger.cardPayments.claim(invoice)
    const isJudged = claimed.kind !== "busy" || claimed.progress !== "being_judged"
    if (isJudged || performance.now() >= giveUpAt) return claimed
    await delay(TURN_LOOK_MS)
  }
}

/** `asked`: this confirmation, or another one before it, reached the service. */
async function passOnCode(
  scope: WorkflowScope,
  invoice: Invoice,
  smsCode: string
): Promise<{ kind: "asked" } | CodeRefusal> {
  // The same code once more, by a double click: no other of the tries is spent on it.
  if (beingPassedOn.get(invoice.id) === smsCode) return { kind: "asked" }
  beingPassedOn.set(invoice.id, smsCode)
  try {
    return await passOnInTurn(scope, invoice, smsCode)
  } finally {
    if (beingPassedOn.get(invoice.id) === smsCode) beingPassedOn.delete(invoice.id)
  }
}

async function passOnInTurn(
  scope: WorkflowScope,
  invoice: Invoice,
  smsCode: string
): Promise<{ kind: "asked" } | CodeRefusal> {
  const { ledger } = scope
  const claimed = await claimInTurn(scope, invoice)
  if (claimed.kind === "none") return { kind: "code_expired" }
  if (claimed.kind === "busy") return { kind: "asked" }
  try {
    const { paymentToken } = claimed
    await ledger.requests.confirmCardPayment(invoice, { paymentToken, smsCode })
  } catch (error) {
    if (error instanceof CheckoutUzError && isCustomersMistake(error)) {
      return refuseCode(scope, { invoice, claim: claimed, error })
    }
    // Turned away, or never sent, as without a key.
    const isOver = error instanceof CheckoutUzError && !error.outcomeUnknown
    if (isOver || error instanceof MedusaError) {
      await ledger.cardPayments.giveBack(invoice, claimed.claimed)
    } else if (error instanceof CheckoutUzError && error.httpStatus !== undefined) {
      await ledger.cardPayments.lose(invoice, claimed.claimed)
    }
    // Without any answer it may still be judged: no other card is charged beside it for a minute.
    throw error
  }
  await ledger.cardPayments.accept(invoice, claimed.claimed)
  return { kind: "asked" }
}

async function refuseCode(
  { ledger, logger }: WorkflowScope,
  { invoice, claim, error }: { invoice: Invoice; claim: TokenClaim; error: CheckoutUzError }
): Promise<CodeRefusal> {
  logCustomersMistake(logger, invoice, error)
  if (isUnknownToken(error)) {
    await ledger.cardPayments.forget(invoice, claim.claimed)
    return { kind: "code_expired" }
  }
  const triesLeft = await ledger.cardPayments.countRefusal(invoice, claim)
  const words = error.serviceText
  return triesLeft > 0
    ? { kind: "code_refused", triesLeft, words }
    : { kind: "codes_used_up", words }
}
