import { MathBN, generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { uzsSchema, type Uzs } from "../../../client"
import { raiseAlert } from "../alerts/repository"
import { PAID } from "../invoices/standing"
import { byId } from "../invoices/parts"
import { INVOICE_STATES } from "../invoices/states"
import { rawAmount, readRows, rowsOf, type Sql } from "../database"

/** A refund of Medusa's, and the invoices its payment was made with: one, or the parts. Amount in UZS. */
export type Refund = {
  invoiceIds: readonly string[]
  refundId: string
  amount: Uzs
  currencyCode: string
}

const sourceSchema = z.object({
  id: z.string(),
  cashDesk: z.string(),
  state: z.enum(INVOICE_STATES),
  /** What Medusa has booked for it, and what the customer has paid into it. */
  booked: uzsSchema,
  paid: uzsSchema,
  /** What is on the list of pay-outs already. */
  listed: uzsSchema,
  hasThisOne: z.boolean(),
})
type Source = z.infer<typeof sourceSchema>

/** What is given back out of one invoice. Amount in UZS. */
type Share = { source: Source; amount: string }

/**
 * Puts a refund on the list inside a transaction: out of the largest part first. Where the payment is given
 * back as a whole, that is all the customer has paid: Medusa's amount may be a fraction of a som less.
 *
 * @returns false where it would be more than was paid
 */
export async function listRefund(sql: Sql, refund: Refund): Promise<boolean> {
  const { invoiceIds, refundId } = refund
  // Locked, so that two refunds at once do not each find room for themselves.
  await rowsOf(
    sql,
    "SELECT id FROM checkout_uz_invoice WHERE id = ANY(:invoiceIds) ORDER BY id FOR UPDATE",
    { invoiceIds }
  )
  const sources = await readRows(
    sql,
    `SELECT i.id, i.cash_desk, i.state, i.session_amount::text AS booked, ${PAID}::text AS paid,
            COALESCE(sum(p.amount), 0)::text AS listed,
            COALESCE(bool_or(p.refund_id = :refundId), false) AS has_this_one
       FROM checkout_uz_invoice i
       LEFT JOIN checkout_uz_payout p ON p.invoice_id = i.id AND p.deleted_at IS NULL
      WHERE i.id = ANY(:invoiceIds) GROUP BY i.id`,
    { invoiceIds, refundId },
    sourceSchema
  )
  // What is returned as a whole is on the list already.
  const isOnTheList = sources.some((one) => one.hasThisOne || one.state === "returned")
  if (isOnTheList) return true
  const shares = sharesOf(sources, refund.amount)
  await insertShares(sql, refund, shares)
  return shares.length > 0
}

/** Out of which invoices an amount is given back, the largest share first; none where there is less. */
export function sharesOf(sources: readonly Source[], amount: string): Share[] {
  const sum = (of: (source: Source) => string) =>
    sources.reduce((total, source) => MathBN.add(total, of(source)), MathBN.convert(0))
  const [booked, paid, listed] = [sum((s) => s.booked), sum((s) => s.paid), sum((s) => s.listed)]
  const after = MathBN.add(listed, amount)
  if (MathBN.gt(after, MathBN.max(booked, paid))) return []
  let left = MathBN.gte(after, booked) ? MathBN.sub(paid, listed) : MathBN.convert(amount)
  const shares: Share[] = []
  for (const { source, rest } of restsOf(sources)) {
    const share = MathBN.min(rest, left)
    if (MathBN.lte(share, 0)) continue
    shares.push({ source, amount: MathBN.convert(share).toFixed() })
    left = MathBN.sub(left, share)
  }
  return shares
}

function restsOf(sources: readonly Source[]) {
  return sources
    .map((source) => ({ source, rest: MathBN.sub(source.paid, source.listed) }))
    .sort(
      (one, other) => MathBN.sub(other.rest, one.rest).toNumber() || byId(one.source, other.source)
    )
}

/** The first is the pay-out that the merchant sees; the others are shares of it. */
async function insertShares(
  sql: Sql,
  { refundId, currencyCode }: Refund,
  shares: readonly Share[]
): Promise<void> {
  const rows = shares.map((share) => ({ ...share, id: generateEntityId(undefined, "cupay") }))
  const [lead] = rows
  if (!lead) return
  for (const { id, source, amount } of rows) {
    await rowsOf(
      sql,
      `INSERT INTO checkout_uz_payout
              (id, invoice_id, refund_id, share_of, amount, raw_amount, currency_code)
       VALUES (:id, :invoiceId, :refundId, :shareOf, CAST(:amount AS numeric), ${rawAmount(":amount")},
               :currencyCode)`,
      {
        id,
        shareOf: id === lead.id ? null : lead.id,
        invoiceId: source.id,
        refundId,
        amount,
        currencyCode,
      }
    )
  }
  await raiseAlert(sql, {
    kind: "payout_due",
    occasion: `payout:${lead.id}`,
    cashDesk: lead.source.cashDesk,
    invoiceId: lead.source.id,
    reason: lead.id,
  })
}
