import type { CashDeskKey } from "./cash-desk"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { PROBLEM_CODES, type ProblemCode } from "./problem"
import { rowsOf, type Sql } from "../database"

/** What is remembered of a cash desk. */
export type DeskMemory = {
  sweptAt: Date | undefined
  rejectedAt: Date | undefined
  shopId: string | undefined
  webhookAt: Date | undefined
  lastError: ProblemCode | undefined
  lastErrorAt: Date | undefined
}

const memorySchema = z
  .object({
    swept_at: z.date().nullable(),
    rejected_at: z.date().nullable(),
    shop_id: z.string().nullable(),
    webhook_at: z.date().nullable(),
    // A code of another version of this plugin is none.
    last_error: z.enum(PROBLEM_CODES).nullable().catch(null),
    last_error_at: z.date().nullable(),
  })
  .transform((row): DeskMemory => ({
    sweptAt: row.swept_at ?? undefined,
    rejectedAt: row.rejected_at ?? undefined,
    shopId: row.shop_id ?? undefined,
    webhookAt: row.webhook_at ?? undefined,
    lastError: row.last_error ?? undefined,
    lastErrorAt: row.last_error_at ?? undefined,
  }))

export async function readMemory(sql: Sql, desk: CashDeskKey): Promise<DeskMemory | undefined> {
  const [row] = await rowsOf(
    sql,
    `SELECT * FROM checkout_uz_cash_desk
      WHERE service_url = :serviceUrl AND handle = :cashDesk AND deleted_at IS NULL`,
    desk
  )
  return row === undefined ? undefined : memorySchema.parse(row)
}

/** Notes why a call to the service failed. */
export async function recordProblem(
  sql: Sql,
  { code, ...desk }: CashDeskKey & { code: ProblemCode }
): Promise<void> {
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_cash_desk (id, service_url, handle, last_error, last_error_at)
     VALUES (:id, :serviceUrl, :cashDesk, :code, now())
     ON CONFLICT (service_url, handle) WHERE deleted_at IS NULL
       DO UPDATE SET last_error = EXCLUDED.last_error, last_error_at = now(), updated_at = now()`,
    { ...desk, code, id: generateEntityId(undefined, "cudesk") }
  )
}

/** Problems that a single answer shows to be over: the service was reached, and took key and address. */
const OVER_WITH_AN_ANSWER: readonly ProblemCode[] = [
  "key_refused",
  "address_not_allowed",
  "service_unreachable",
]

/**
 * Notes that the service answered. A problem with one answer, which another does not mend, stands
 * for ten minutes, so that it is seen.
 */
export async function recordSuccess(sql: Sql, desk: CashDeskKey): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_cash_desk SET last_error = NULL, last_error_at = NULL, updated_at = now()
      WHERE service_url = :serviceUrl AND handle = :cashDesk AND last_error IS NOT NULL
        AND deleted_at IS NULL
        AND (last_error = ANY(:over) OR last_error_at < now() - interval '10 minutes')`,
    { ...desk, over: OVER_WITH_AN_ANSWER }
  )
}

/** Notes that a webhook told of one of the desk's invoices; of the invoice, the first one counts. */
export async function recordNotification(
  sql: Sql,
  { invoiceId, ...desk }: CashDeskKey & { invoiceId: string }
): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice SET notified_at = now(), updated_at = now()
      WHERE id = :invoiceId AND notified_at IS NULL`,
    { invoiceId }
  )
  await rowsOf(
    sql,
    `INSERT INTO checkout_uz_cash_desk (id, service_url, handle, webhook_at)
     VALUES (:id, :serviceUrl, :cashDesk, now())
     ON CONFLICT (service_url, handle) WHERE deleted_at IS NULL
       DO UPDATE SET webhook_at = now(), updated_at = now()`,
    { ...desk, id: generateEntityId(undefined, "cudesk") }
  )
}

/** Keeps the desk's id at the service. */
export async function recordShopId(
  sql: Sql,
  { shopId, ...desk }: CashDeskKey & { shopId: string }
): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_cash_desk SET shop_id = :shopId, updated_at = now()
      WHERE service_url = :serviceUrl AND handle = :cashDesk AND deleted_at IS NULL
        AND shop_id IS DISTINCT FROM :shopId`,
    { ...desk, shopId }
  )
}

/** A desk's key was changed: what the service said to the old one is over. */
export async function forgetRefusals(
  sql: Sql,
  { otherDesk, ...desk }: CashDeskKey & { otherDesk: boolean }
): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_cash_desk
        SET shop_id = CASE WHEN :otherDesk THEN NULL ELSE shop_id END,
            rejected_at = NULL, last_error = NULL, last_error_at = NULL, updated_at = now()
      WHERE service_url = :serviceUrl AND handle = :cashDesk AND deleted_at IS NULL`,
    { ...desk, otherDesk }
  )
}

/**
 * Makes the desk's open invoices due that could not be asked about, or that a sweep had claimed
 * when it was stopped, so that the desk catches up by itself.
 */
export async function checkFailedSoon(sql: Sql, desk: CashDeskKey): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice SET next_check_at = now(), updated_at = now()
      WHERE id IN (
        SELECT id FROM checkout_uz_invoice
         WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND deleted_at IS NULL
           AND (next_check_at IS NULL OR next_check_at > now())
           AND (state IN ('pending', 'expired', 'closed') AND last_error IS NOT NULL
                OR state IN ('pending', 'expired') AND next_check_at < now() + interval '5 minutes')
           -- One that is locked is being looked at anyway.
           FOR UPDATE SKIP LOCKED
      )`,
    desk
  )
}

/** Payments confirmed in the last seven days, and those of them that no webhook told of. */
export async function countNotified(
  sql: Sql,
  desk: CashDeskKey
): Promise<{ paid: number; unnotified: number }> {
  const [row] = await rowsOf(
    sql,
    `SELECT count(*)::int AS paid, (count(*) FILTER (WHERE notified_at IS NULL))::int AS unnotified
       FROM checkout_uz_invoice
      WHERE service_url = :serviceUrl AND cash_desk = :cashDesk AND deleted_at IS NULL
        AND paid_at >= now() - interval '7 days'
        AND state IN ('paid', 'settled', 'returned')`,
    desk
  )
  return z.object({ paid: z.number(), unnotified: z.number() }).parse(row)
}

/**
 * Notes that the service wants no calls of the desk for a while: it answered 429. A longer pause is
 * never cut short. True for the one, of all servers, that begins the pause.
 */
export async function pauseDesk(
  sql: Sql,
  { seconds, ...desk }: CashDeskKey & { seconds: number }
): Promise<boolean> {
  const begun = await rowsOf(
    sql,
    `INSERT INTO checkout_uz_cash_desk (id, service_url, handle, paused_until)
     VALUES (:id, :serviceUrl, :cashDesk, now() + make_interval(secs => :seconds))
     ON CONFLICT (service_url, handle) WHERE deleted_at IS NULL
       DO UPDATE SET paused_until = EXCLUDED.paused_until, updated_at = now()
        WHERE checkout_uz_cash_desk.paused_until IS NULL OR checkout_uz_cash_desk.paused_until <= now()
     RETURNING id`,
    { ...desk, seconds, id: generateEntityId(undefined, "cudesk") }
  )
  if (begun.length > 0) return true
  await rowsOf(
    sql,
    `UPDATE checkout_uz_cash_desk
        SET paused_until = GREATEST(paused_until, now() + make_interval(secs => :seconds)),
            updated_at = now()
      WHERE service_url = :serviceUrl AND handle = :cashDesk AND deleted_at IS NULL`,
    { ...desk, seconds }
  )
  return false
}

/** Seconds until the service may be called again for a desk; zero where it may be now. */
export async function secondsPaused(sql: Sql, desk: CashDeskKey): Promise<number> {
  const [row] = await rowsOf(
    sql,
    `SELECT CAST(ceil(extract(epoch FROM paused_until - now())) AS integer) AS seconds
       FROM checkout_uz_cash_desk
      WHERE service_url = :serviceUrl AND handle = :cashDesk AND paused_until > now()
        AND deleted_at IS NULL`,
    desk
  )
  return row === undefined ? 0 : z.object({ seconds: z.number() }).parse(row).seconds
}
