import {
  invoicesFor,
  NOTHING_MISSING,
  nextShare,
  sumOfInvoices,
  type Counted,
  type PluginOptions,
} from "../modules/checkout-uz"
import type { Uzs } from "../client"
import { invoiceAmount } from "./amounts"

/** How a payment goes on: as one invoice, or as the parts that it still needs. Amounts in UZS. */
export type Plan = {
  /** How many parts it comes to, those that are paid included. */
  of: number
  paid: number
  paidAmount: Uzs
  /** What is due next, as Medusa books it and as the service is asked for it; undefined where all has come. */
  due: { share: Uzs; invoice: Uzs } | undefined
}

/**
 * Plans what is missing of a payment: in as few parts as the service's limit allows, equal but for the last
 * som. One part after the other is made, so the plan is made anew with each.
 */
export function planRest(
  { invoices, missing }: Counted,
  options: Pick<PluginOptions, "amountRounding">
): Plan {
  const left = missing === NOTHING_MISSING ? 0 : invoicesFor(invoiceAmount(missing, options))
  const share = left === 0 ? undefined : nextShare(missing, left)
  return {
    of: invoices.length + left,
    paid: invoices.length,
    paidAmount: sumOfInvoices(invoices),
    due: share && { share, invoice: invoiceAmount(share, options) },
  }
}

/** Whether a payment is one in parts, and not by a single invoice. */
export function isInParts({ of, paid }: Plan, { invoices }: Pick<Counted, "invoices">): boolean {
  return of > 1 || (paid > 0 && invoices.every(({ part }) => part !== undefined))
}
