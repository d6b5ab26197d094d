import { setTimeout as delay } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  CHECKOUT_UZ_MODULE,
  isVerifiable,
  type CheckoutUzModuleService,
  type Invoice,
} from "../../modules/checkout-uz"
import { settleInvoice } from "../settle-invoice"

/** Milliseconds after which a payment that was announced and is not there yet is asked for again. */
const ASK_AGAIN_MS = [2_000, 4_000, 8_000]

/** The attempts at an announced payment that this process is making. */
type Attempts = {
  /** Whether an announcement among those they answer carried the invoice's own token. */
  proven: boolean
  /** Whether another announcement came since the last attempt began. */
  woken: boolean
  /** Ends the pause between two attempts. */
  waker: AbortController
}

const underWay = new Map<string, Attempts>()

/**
 * Settles an announced payment; the service may announce it a moment before it knows it itself. One
 * at a time for each invoice: a further announcement has it asked again at once, and a flood of
 * forged ones costs no more than that, and no more than the limit for all of them. Where the limit
 * ends it, the invoice waits at the head of the queue.
 *
 * INVARIANT: an announcement with the invoice's token is never limited, also when it joins attempts
 * that one without a token began.
 */
export async function settleNotified(
  container: MedusaContainer,
  { id: invoiceId, state }: Invoice,
  { proven }: { proven: boolean }
): Promise<void> {
  // Known to be paid already: who announces it once more hastens nothing, forged or not.
  if (state === "paid") {
    await settleInvoice(container, invoiceId, { urgency: "when_due" })
    return
  }
  const running = underWay.get(invoiceId)
  if (running) {
    join(running, proven)
    return
  }
  const attempts: Attempts = { proven, woken: false, waker: new AbortController() }
  underWay.set(invoiceId, attempts)
  try {
    let pauses = [0, ...ASK_AGAIN_MS]
    // Nothing is awaited between the last look for an announcement and leaving the map, so that
    // none of them joins attempts that are over.
    while (pauses.length > 0 || attempts.woken) {
      await pauseUnlessWoken(attempts, pauses[0] ?? 0)
      pauses = attempts.woken ? ASK_AGAIN_MS : pauses.slice(1)
      attempts.woken = false
      const allowed = attempts.proven || (await mayCallOut(container, invoiceId))
      // It may have been proven while the limit was asked.
      if (!allowed && !attempts.proven) return
      const { kind } = await settleInvoice(container, invoiceId, { urgency: "now" })
      if (kind !== "not_paid" && kind !== "unanswered") return
    }
  } finally {
    underWay.delete(invoiceId)
  }
}

function join(attempts: Attempts, proven: boolean): void {
  // They are not limited any more, so a forged announcement must not hasten them.
  if (attempts.proven && !proven) return
  attempts.proven = proven
  attempts.woken = true
  attempts.waker.abort()
}

async function pauseUnlessWoken(attempts: Attempts, ms: number): Promise<void> {
  if (attempts.woken) return
  attempts.waker = new AbortController()
  try {
    await delay(ms, undefined, { signal: attempts.waker.signal })
  } catch {
    // Woken: that is what the signal is for, and all that ends a pause early.
  }
}

/** Takes one of the calls that announcements without a token may cause, where there would be one. */
async function mayCallOut(container: MedusaContainer, invoiceId: string): Promise<boolean> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const invoice = await ledger.invoices.find(invoiceId)
  if (!invoice || !isVerifiable(invoice)) return true
  const { kind } = await ledger.limits.webhookCall(invoice)
  return kind === "allowed"
}
