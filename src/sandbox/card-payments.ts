import type { Context } from "./context"
import { acceptCode } from "./core/cards"
import { markPaid, startProcessing } from "./core/invoices"
import { done, type Outcome } from "./core/outcome"
import type { CashDesk, Invoice } from "./core/state"

/**
 * The code of the SMS, on the hosted page as through the API: the invoice is paid and its shop is told, at
 * once or, where the cash desk's cards take some seconds, after them.
 */
export const confirmCard = (
  { state, now, announce, schedule }: Pick<Context, "state" | "now" | "announce" | "schedule">,
  desk: CashDesk,
  entered: { token: string; code: string }
): Outcome<Invoice> => {
  const accepted = acceptCode(state, desk, { ...entered, now: now() })
  if (!accepted.ok) return accepted
  const { invoice, paid } = accepted.value
  const { cardDelaySeconds } = desk.settings
  if (cardDelaySeconds === 0) {
    const booked = markPaid(state, desk, invoice, paid, now())
    if (booked.ok) announce(invoice)
    return booked
  }
  const complete = startProcessing(state, desk, invoice, paid)
  schedule.later(cardDelaySeconds, (at) => {
    complete(at)
    announce(invoice)
  })
  return done(invoice)
}
