import { z } from "zod"
import type { Uzs } from "../../client"
import type { Invoice } from "../../modules/checkout-uz"
import { medusaUzs, type Collaborators, loadPaymentContext } from "../../payment-context"

/** A refund that Medusa has booked. Amounts in UZS. */
export type Refund = {
  id: string
  amount: Uzs
  currencyCode: string
  sessionId: string
  collectionId: string
  /** What the payment it refunds came to. */
  paymentAmount: Uzs | undefined
}

/** What became of a refund of Medusa's here. */
export type RefundOutcome =
  /** It is on the list of pay-outs. */
  | { kind: "listed" }
  /** The payment has no order: its money is free for another attempt. */
  | { kind: "released" }
  | { kind: "too_much"; invoices: readonly Invoice[] }
  | { kind: "only_whole" }
  | { kind: "no_invoice" }

const refundSchema = z.object({
  id: z.string(),
  amount: z.unknown().optional(),
  raw_amount: z.unknown().optional(),
  payment: z.object({
    amount: z.unknown().optional(),
    raw_amount: z.unknown().optional(),
    currency_code: z.string(),
    payment_collection_id: z.string(),
    payment_session_id: z.string().nullish(),
    payment_session: z.object({ id: z.string() }).nullish(),
  }),
})

/** Reads a refund of Medusa's; undefined where there is none, or its amount is unreadable. */
export async function readRefund(
  { payment }: Pick<Collaborators, "payment">,
  refundId: string
): Promise<Refund | undefined> {
  const [row] = await payment.listRefunds({ id: [refundId] }, { relations: ["payment"] })
  if (row === undefined) return undefined
  const { payment: refunded, ...refund } = refundSchema.parse(row)
  const amount = medusaUzs(refund.raw_amount ?? refund.amount)
  if (amount === undefined) return undefined
  return {
    id: refund.id,
    amount,
    currencyCode: refunded.currency_code,
    sessionId: refunded.payment_session_id ?? refunded.payment_session?.id ?? "",
    collectionId: refunded.payment_collection_id,
    paymentAmount: medusaUzs(refunded.raw_amount ?? refunded.amount),
  }
}

/** Notes a refund of Medusa's, once however often it is noticed. */
export async function noteRefund(
  collaborators: Omit<Collaborators, "payment">,
  { id, amount, currencyCode, sessionId, collectionId, paymentAmount }: Refund
): Promise<RefundOutcome> {
  const { ledger } = collaborators
  const invoices = await ledger.invoices.spentBy(sessionId)
  if (invoices.length === 0) return { kind: "no_invoice" }
  const context = await loadPaymentContext(collaborators, collectionId)
  if (context?.order) {
    const listed = await ledger.payouts.addRefund({
      invoiceIds: invoices.map((invoice) => invoice.id),
      refundId: id,
      amount,
      currencyCode,
    })
    return listed ? { kind: "listed" } : { kind: "too_much", invoices }
  }
  if (amount !== paymentAmount) return { kind: "only_whole" }
  await ledger.spending.release(sessionId)
  return { kind: "released" }
}
