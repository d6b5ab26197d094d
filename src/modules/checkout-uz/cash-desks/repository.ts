import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import type { CashDeskKey } from "./cash-desk"
import { PROBLEM_CODES, type ProblemCode } from "./problem"
import { readPlannedRows, readRows, rowsOf, type Bindings, type Sql } from "../database"
import { CONFIRMED_STATES, OPEN_STATES } from "../invoices/states"

const OF_CASH_DESK = "service_url = :serviceUrl AND handle = :cashDesk AND deleted_at IS NULL"

const cashDeskRowSchema = z.object({
  sweptAt: z.date().optional(),
  /** Since when its payments cannot be looked for. */
  rejectedAt: z.date().optional(),
  /** Its id at the service. */
  shopId: z.string().optional(),
  /** When a webhook last told of one of its invoices. */
  webhookAt: z.date().optional(),
  /** Why a request failed. A code of another version of this plugin is none. */
  lastError: z.enum(PROBLEM_CODES).optional().catch(undefined),
  lastErrorAt: z.date().optional(),
})
/** What is remembered of a cash desk. */
export type CashDeskRow = z.infer<typeof cashDeskRowSchema>

export async function findCashDesk(
  sql: Sql,
  cashDesk: CashDeskKey
): Promise<CashDeskRow | undefined> {
  const statement = `SELECT * FROM checkout_uz_cash_desk WHERE ${OF_CASH_DESK}`
  return (await readRows(sql, statement, cashDesk, cashDeskRowSchema)).at(0)
}

/** How a row of `checkout_uz_cash_desk` is changed. */
type Change = {
  /** SQL of the new value of each column. */
  set: Record<string, string>
  /** Which row is changed; any where left out. */
  where?: string
  bindings?: Bindings
}

/** Changes the row of a cash desk; false where there is none, or `where` does not hold. */
export async function updateCashDesk(
  sql: Sql,
  { serviceUrl, cashDesk }: CashDeskKey,
  { set, where = "TRUE", bindings = {} }: Change
): Promise<boolean> {
  const assignments = Object.entries(set).map(([column, value]) => `${column} = ${value}`)
  const rows = await rowsOf(
    sql,
    `UPDATE checkout_uz_cash_desk SET ${assignments.join(", ")}, updated_at = now()
      WHERE ${OF_CASH_DESK} AND (${where}) RETURNING id`,
    { ...bindings, serviceUrl, cashDesk }
  )
  return rows.length > 0
}

/** As `updateCashDesk`, and adds the row where there is none. `where` names the present row `d`. */
export async function upsertCashDesk(
  sql: Sql,
  { serviceUrl, cashDesk }: CashDeskKey,
  { set, where = "TRUE", bindings = {} }: Change
): Promise<boolean> {
  const columns = Object.keys(set)
  const rows = await rowsOf(
    sql,
    `INSERT INTO checkout_uz_cash_desk AS d (id, service_url, handle, ${columns.join(", ")})
     VALUES (:id, :serviceUrl, :cashDesk, ${Object.values(set).join(", ")})
     ON CONFLICT (service_url, handle) WHERE deleted_at IS NULL
       DO UPDATE SET ${columns.map((column) => `${column} = EXCLUDED.${column}`).join(", ")},
                     updated_at = now()
        WHERE ${where}
     RETURNING id`,
    { ...bindings, serviceUrl, cashDesk, id: generateEntityId(undefined, "cudesk") }
  )
  return rows.length > 0
}

/** Records why a request to the service failed. */
export async function recordProblem(
  sql: Sql,
  cashDesk: CashDeskKey,
  code: ProblemCode
): Promise<void> {
  await upsertCashDesk(sql, cashDesk, {
    set: { last_error: ":code", last_error_at: "now()" },
    bindings: { code },
  })
}

/** Problems that a single answer shows to be over: the service was reached, and took key and address. */
const OVER_WITH_AN_ANSWER: readonly ProblemCode[] = [
  "key_refused",
  "address_not_allowed",
  "service_unreachable",
]

/**
 * Records that the service answered. A problem with one answer, which another does not mend, is kept
 * for ten minutes, so that it is seen.
 */
export async function recordSuccess(sql: Sql, cashDesk: CashDeskKey): Promise<void> {
  await updateCashDesk(sql, cashDesk, {
    set: { last_error: "NULL", last_error_at: "NULL" },
    where: `last_error IS NOT NULL
            AND (last_error = ANY(:over) OR last_error_at < now() - interval '10 minutes')`,
    bindings: { over: OVER_WITH_AN_ANSWER },
  })
}

/** Records that a webhook told of an invoice of the cash desk; of the invoice, the first one counts. */
export async function recordNotification(
  sql: Sql,
  { invoiceId, ...cashDesk }: CashDeskKey & { invoiceId: string }
): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice SET notified_at = now(), updated_at = now()
      WHERE id = :invoiceId AND notified_at IS NULL`,
    { invoiceId }
  )
  await upsertCashDesk(sql, cashDesk, { set: { webhook_at: "now()" } })
}

/** Records the cash desk's id at the service. */
export async function recordShopId(
  sql: Sql,
  { shopId, ...cashDesk }: CashDeskKey & { shopId: string }
): Promise<void> {
  await updateCashDesk(sql, cashDesk, {
    set: { shop_id: ":shopId" },
    where: "shop_id IS DISTINCT FROM :shopId",
    bindings: { shopId },
  })
}

/** A key was set or removed: what the service said to the one before is over. */
export async function forgetRefusals(
  sql: Sql,
  cashDesk: CashDeskKey,
  { otherKey }: { otherKey: boolean }
): Promise<void> {
  await updateCashDesk(sql, cashDesk, {
    set: {
      rejected_at: "NULL",
      last_error: "NULL",
      last_error_at: "NULL",
      // Another key may be another cash desk's at the service.
      ...(otherKey ? { shop_id: "NULL" } : {}),
    },
  })
}

/**
 * Makes the open invoices due whose last request failed, or that a sweep had claimed when it was
 * stopped, so that the cash desk catches up by itself.
 */
export async function checkFailedSoon(sql: Sql, cashDesk: CashDeskKey): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice SET next_check_at = now(), updated_at = now()
      WHERE id IN (
        SELECT id FROM checkout_uz_invoice
         WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND deleted_at IS NULL
           AND (next_check_at IS NULL OR next_check_at > now())
           AND state = ANY(:openStates)
           AND (last_error IS NOT NULL
                OR state <> 'closed' AND next_check_at < now() + interval '5 minutes')
           -- One that is locked is being verified anyway.
           FOR UPDATE SKIP LOCKED
      )`,
    { ...cashDesk, openStates: OPEN_STATES }
  )
}

const notificationsSchema = z.object({
  /** Payments confirmed in the last seven days. */
  paid: z.number(),
  /** Those of them that no webhook told of. */
  unnotified: z.number(),
})
export type Notifications = z.infer<typeof notificationsSchema>

export async function countNotified(sql: Sql, cashDesk: CashDeskKey): Promise<Notifications> {
  const [counts] = await readRows(
    sql,
    `SELECT count(*)::int AS paid, (count(*) FILTER (WHERE notified_at IS NULL))::int AS unnotified
       FROM checkout_uz_invoice
      WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND deleted_at IS NULL
        AND paid_at >= now() - interval '7 days'
        AND state = ANY(:confirmedStates)`,
    { ...cashDesk, confirmedStates: CONFIRMED_STATES },
    notificationsSchema
  )
  return counts ?? { paid: 0, unnotified: 0 }
}

/**
 * Pauses the requests of a cash desk, because the service answered 429. A longer pause is never cut
 * short. True for the one, of all servers, that begins the pause.
 */
export async function pauseDesk(
  sql: Sql,
  { seconds, ...cashDesk }: CashDeskKey & { seconds: number }
): Promise<boolean> {
  const until = "now() + make_interval(secs => :seconds)"
  const begun = await upsertCashDesk(sql, cashDesk, {
    set: { paused_until: until },
    where: "d.paused_until IS NULL OR d.paused_until <= now()",
    bindings: { seconds },
  })
  if (begun) return true
  await updateCashDesk(sql, cashDesk, {
    set: { paused_until: `GREATEST(paused_until, ${until})` },
    bindings: { seconds },
  })
  return false
}

const pauseSchema = z.object({ seconds: z.number() })

/** Seconds until the pause of a cash desk is over; zero where there is none. */
export async function secondsPaused(sql: Sql, cashDesk: CashDeskKey): Promise<number> {
  const [row] = await readPlannedRows(
    sql,
    `SELECT CAST(ceil(extract(epoch FROM paused_until - now())) AS integer) AS seconds
       FROM checkout_uz_cash_desk WHERE ${OF_CASH_DESK} AND paused_until > now()`,
    cashDesk,
    pauseSchema
  )
  return row?.seconds ?? 0
}

export async function hasUnknownInvoices(sql: Sql, cashDesk: CashDeskKey): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `SELECT 1 FROM checkout_uz_invoice
      WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND deleted_at IS NULL
        AND state = ANY(:openStates) AND unknown_since IS NOT NULL LIMIT 1`,
    { ...cashDesk, openStates: OPEN_STATES }
  )
  return rows.length > 0
}
