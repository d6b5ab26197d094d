import type { Invoice } from "../../contract"
import { hasMoney } from "../lib/has-money"

const CONFIRMED: readonly Invoice["state"][] = ["paid", "settled"]

/** One payment of an order: an invoice, or the parts that a larger one is paid in, the first one first. */
export type Payment = { id: string; invoices: readonly [Invoice, ...Invoice[]] }

/**
 * What stands open on an order and what is folded away: every payment of which money has come, else the
 * latest one. Of a payment in parts the invoices that another took the place of are folded away.
 */
export function arrange(invoices: readonly Invoice[]): { open: Payment[]; folded: Payment[] } {
  const payments = paymentsIn(invoices).sort((a, b) => madeAt(b).localeCompare(madeAt(a)))
  const confirmed = payments.filter((payment) =>
    payment.invoices.some(({ state }) => CONFIRMED.includes(state))
  )
  const open = confirmed.length > 0 ? confirmed : payments.slice(0, 1)
  return { open, folded: payments.filter((payment) => !open.includes(payment)) }
}

function madeAt({ invoices }: Payment): string {
  return invoices.at(-1)?.created_at ?? ""
}

function paymentsIn(invoices: readonly Invoice[]): Payment[] {
  const singles = invoices.filter(({ part }) => part === null)
  const parts = invoices.filter(({ part }) => part !== null)
  const collections = new Set(parts.map(({ payment_collection_id: id }) => id))
  return [
    ...singles.map(alone),
    ...[...collections].flatMap((id) =>
      paymentInParts(parts.filter(({ payment_collection_id: own }) => own === id))
    ),
  ]
}

/** The parts that have come with the one that is due, and what was made in vain. */
function paymentInParts(parts: readonly Invoice[]): Payment[] {
  const inOrder = parts.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  const last = inOrder.at(-1)
  const [first, ...others] = inOrder.filter((part) => hasMoney(part) || part === last)
  if (!first || !last) return []
  const inVain = inOrder.filter((part) => !hasMoney(part) && part !== last)
  return [{ id: last.payment_collection_id, invoices: [first, ...others] }, ...inVain.map(alone)]
}

function alone(invoice: Invoice): Payment {
  return { id: invoice.id, invoices: [invoice] }
}

/** What has become of the money of all parts of a payment, in the word for the most pressing of it. */
export function standingOf(parts: Payment["invoices"]): Invoice["standing"] {
  const standings = parts.map(({ standing }) => standing)
  const pressing = PRESSING.find((one) => standings.includes(one))
  if (pressing) return pressing
  const [first] = standings
  if (first !== undefined && standings.every((one) => one === first)) return first
  return standings.some((one) => GIVEN_BACK.includes(one)) ? "partly_refunded" : parts[0].standing
}

const PRESSING = ["needs_you", "to_pay_out", "processing", "part_paid"] as const
const GIVEN_BACK: readonly Invoice["standing"][] = ["partly_refunded", "refunded", "returned"]
