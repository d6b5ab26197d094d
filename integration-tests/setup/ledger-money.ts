import { z } from "zod"
import { ledgerOf, newInvoice, uzs } from "./ledger"
import type { Shop } from "./shop"

/** Who gives money back by hand, and what is noted of it. */
export const MERCHANT = { actorId: "user_merchant", note: "by hand" }

/** A reason to hold money that may end by itself. */
export function notCompletable(id: string) {
  return {
    id,
    reason: "not_completable" as const,
    facts: {},
    message: "The cart cannot be completed.",
    retryInSeconds: 5,
  }
}

/** A refund that Medusa has booked, of an amount in UZS. */
export function refundOf(invoiceId: string, refundId: string, amount: string) {
  return { invoiceIds: [invoiceId], refundId, amount: uzs(amount), currencyCode: "uzs" }
}

/** An invoice over 45,000 UZS of which the service says that 45,001 were paid, once. */
export async function mismatched(shop: Shop) {
  const invoice = await newInvoice(shop)
  await shop.sandbox.pay(invoice.number, "drop")
  await shop.sandbox.fault("status_payment", "wrong_amount")
  await ledgerOf(shop).requests.verify(invoice.id, { wait: true })
  const now = await ledgerOf(shop).invoices.find(invoice.id)
  expect(now).toMatchObject({
    state: "paid",
    blocker: { reason: "amount_mismatch" },
    paidAmount: "45001",
  })
  return invoice
}

/** The sessions that have spent money. */
export async function spentIn(shop: Shop): Promise<unknown[]> {
  const rows = await shop.sql(
    "SELECT spent_by_session FROM checkout_uz_invoice WHERE spent_by_session IS NOT NULL"
  )
  return rows.map((row) => row["spent_by_session"])
}

const payoutsSchema = z.array(
  z.object({ refund_id: z.string().nullable(), amount: z.coerce.number() })
)

/** What is on the list of pay-outs, of all invoices, in the order it came there. Amounts in UZS. */
export async function allPayouts(shop: Shop) {
  return payoutsSchema.parse(
    await shop.sql("SELECT refund_id, amount FROM checkout_uz_payout ORDER BY created_at, id")
  )
}
