import { z } from "zod"
import { uzsSchema } from "../../../client"
import { readRows, type Bindings, type Sql } from "../database"
import { HELD, HELD_BINDINGS } from "./blocker"
import { OPEN_STATES, PART_PAID, STANDINGS, type InvoiceState, type Standing } from "./states"

/** Which states an invoice of each standing can be in: what an index knows of it. */
const STATES_OF: Readonly<Record<Standing, readonly InvoiceState[]>> = {
  waiting: ["pending"],
  expired: ["expired", "closed"],
  processing: ["paid"],
  part_paid: ["paid"],
  needs_you: ["paid"],
  paid: ["settled"],
  to_pay_out: ["settled", "returned"],
  partly_refunded: ["settled"],
  refunded: ["settled"],
  returned: ["returned"],
}

/** What the customer has paid into an invoice, in SQL. */
export const PAID = "COALESCE(i.paid_amount, i.invoice_amount)"

/**
 * The standing of a row `i` of the invoices, in SQL; with the bindings of `STANDING_BINDINGS`. The
 * pay-outs, of which there are few, are read once for a statement and not once for a row.
 */
export const STANDING = `CASE
  WHEN i.state = 'pending' THEN 'waiting'
  WHEN i.state = ANY(:openStates) THEN 'expired'
  WHEN i.state = 'paid' THEN CASE
    WHEN ${HELD} THEN 'needs_you' WHEN i.blocker = :partPaid THEN 'part_paid' ELSE 'processing' END
  WHEN i.id IN (SELECT p.invoice_id FROM checkout_uz_payout p
                 WHERE p.completed_at IS NULL AND p.deleted_at IS NULL) THEN 'to_pay_out'
  WHEN i.state = 'returned' THEN 'returned'
  WHEN i.id IN (SELECT p.invoice_id
                  FROM checkout_uz_payout p JOIN checkout_uz_invoice i ON i.id = p.invoice_id
                 WHERE p.deleted_at IS NULL
                 GROUP BY p.invoice_id, ${PAID} HAVING sum(p.amount) >= ${PAID}) THEN 'refunded'
  WHEN i.id IN (SELECT p.invoice_id FROM checkout_uz_payout p
                 WHERE p.deleted_at IS NULL) THEN 'partly_refunded'
  ELSE 'paid' END`
export const STANDING_BINDINGS: Bindings = {
  ...HELD_BINDINGS,
  openStates: OPEN_STATES,
  partPaid: PART_PAID,
}

/** Which invoices have one of some standings, as a condition in SQL. */
export function standingCondition(standings: readonly Standing[]): [string, Bindings] {
  return [
    `id IN (SELECT i.id FROM checkout_uz_invoice i
             WHERE i.service_url = :serviceUrl AND i.state = ANY(:statesOfStandings)
               AND ${STANDING} = ANY(:standings))`,
    {
      ...STANDING_BINDINGS,
      standings,
      statesOfStandings: standings.flatMap((standing) => STATES_OF[standing]),
    },
  ]
}

export const moneySchema = z.object({
  id: z.string(),
  standing: z.enum(STANDINGS),
  /** What the customer has paid, in UZS; undefined where nothing was confirmed. */
  paid: uzsSchema.optional(),
  /** What was given back of it, or is to be, in UZS. */
  givenBack: uzsSchema,
  /** What of that is still to be sent, in UZS. */
  toSend: uzsSchema,
})

/** What has become of an invoice's money. */
export type InvoiceMoney = Omit<z.infer<typeof moneySchema>, "id">

/** The paid and the given back amount of a row `i`, in SQL; with the bindings of `STANDING_BINDINGS`. */
export const MONEY = `CASE WHEN i.state <> ALL(:openStates) THEN ${PAID} END::text AS paid,
  COALESCE((SELECT sum(p.amount) FROM checkout_uz_payout p
             WHERE p.invoice_id = i.id AND p.deleted_at IS NULL), 0)::text AS given_back,
  COALESCE((SELECT sum(p.amount) FROM checkout_uz_payout p
             WHERE p.invoice_id = i.id AND p.deleted_at IS NULL
               AND p.completed_at IS NULL), 0)::text AS to_send`

/** What was given back of each invoice, or is to be, as a selection; no row for nothing. */
export const EACH_GIVEN_BACK = `SELECT invoice_id, sum(amount) AS amount FROM checkout_uz_payout
   WHERE deleted_at IS NULL GROUP BY invoice_id`

/** The same of each row `i`, joined for many rows as `back.amount`; null for nothing. */
export const GIVEN_BACK = `LEFT JOIN (
    ${EACH_GIVEN_BACK}
  ) AS back ON back.invoice_id = i.id`

/** The money of some invoices by their ids. */
export async function moneyOf(
  sql: Sql,
  ids: readonly string[]
): Promise<ReadonlyMap<string, InvoiceMoney>> {
  if (ids.length === 0) return new Map()
  const rows = await readRows(
    sql,
    `SELECT i.id, ${STANDING} AS standing,
            ${MONEY} FROM checkout_uz_invoice i WHERE i.id = ANY(:ids)`,
    { ...STANDING_BINDINGS, ids },
    moneySchema
  )
  return new Map(rows.map(({ id, ...money }) => [id, money]))
}
