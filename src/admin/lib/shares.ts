import type { Payout } from "../../contract"

type Shared = Pick<Payout, "amount" | "shares">

/** What a pay-out takes of one invoice, in UZS: of the parts of a payment each gives a share. */
export function shareOf({ amount, shares }: Shared, invoiceId: string): number {
  return shares.find(({ invoice_id: id }) => id === invoiceId)?.amount ?? amount
}

/** Pay-outs as they were made: one that takes of several invoices is told of by each of them. */
export function eachOnce<T extends Pick<Payout, "id">>(payouts: readonly T[]): T[] {
  return [...new Map(payouts.map((payout) => [payout.id, payout])).values()]
}
