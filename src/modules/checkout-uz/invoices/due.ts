import { invoicesOf } from "./rows"
import type { CashDeskKey } from "../cash-desks/cash-desk"
import { z } from "zod"
import type { InvoiceNumber } from "../../../client"
import { INVOICE_COLUMNS, parseInvoiceRows, type Invoice } from "./invoice"
import { rowsOf, type Sql } from "../database"

type Claim = { limit: number; leaseSeconds: number }

/** A claimed invoice, with when it wanted to be looked at: it is given back so if nobody does. */
export type Claimed = { invoice: Invoice; dueAt: Date }

/**
 * Claims open invoices of a cash desk that are due to be asked about; of those given up, the ones
 * that were announced since. Some keys may be left out: the service refuses them at the moment.
 */
export async function claimDue(
  sql: Sql,
  claim: CashDeskKey & Claim & { exceptKeys: readonly string[] }
): Promise<Claimed[]> {
  return claimWhere(
    sql,
    `i.service_url = :serviceUrl AND i.cash_desk = :cashDesk
       AND i.state IN ('pending', 'expired', 'closed') AND i.key_fingerprint <> ALL(:exceptKeys)`,
    claim
  )
}

/**
 * Claims paid money that is due to be settled, of any cash desk: only where another amount was paid is
 * the service asked, so it does not wait for a refused key.
 */
export async function claimUnsettled(
  sql: Sql,
  claim: Pick<CashDeskKey, "serviceUrl"> & Claim
): Promise<Claimed[]> {
  return claimWhere(sql, "i.service_url = :serviceUrl AND i.state = 'paid'", claim)
}

/** Gives back what was claimed and not looked at, as it was due. */
export async function giveBack(sql: Sql, claimed: readonly Claimed[]): Promise<void> {
  for (const { invoice, dueAt } of claimed) {
    await rowsOf(
      sql,
      `UPDATE checkout_uz_invoice SET next_check_at = :dueAt, updated_at = now()
        WHERE id = :id AND next_check_at > now()`,
      { id: invoice.id, dueAt }
    )
  }
}

/** Nothing is to be looked at any more, unless somebody announced it meanwhile. */
export async function stopPolling(sql: Sql, id: string): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice SET next_check_at = NULL, updated_at = now()
      WHERE id = :id AND state = 'closed' AND next_check_at > now()`,
    { id }
  )
}

const dueSchema = z.array(z.object({ due_at: z.date() }))

/**
 * Claims due invoices, the longest-waiting first. Any number of servers share the work: each row
 * goes to one of them, and comes back after `leaseSeconds` if that one dies.
 */
async function claimWhere(
  sql: Sql,
  condition: string,
  claim: Pick<CashDeskKey, "serviceUrl"> &
    Partial<CashDeskKey> &
    Claim & { exceptKeys?: readonly string[] }
): Promise<Claimed[]> {
  const rows = await rowsOf(
    sql,
    `WITH due AS (
       SELECT i.id, i.next_check_at AS due_at FROM checkout_uz_invoice i
        WHERE i.deleted_at IS NULL AND i.next_check_at IS NOT NULL AND i.next_check_at <= now()
          AND ${condition}
        ORDER BY i.next_check_at LIMIT :limit
        FOR UPDATE SKIP LOCKED
     )
     UPDATE checkout_uz_invoice i
        SET next_check_at = now() + make_interval(secs => :leaseSeconds), updated_at = now()
       FROM due WHERE i.id = due.id
     RETURNING ${INVOICE_COLUMNS}, due.due_at`,
    claim
  )
  const dueAt = dueSchema.parse(rows)
  return parseInvoiceRows(rows).map((invoice, n) => ({
    invoice,
    dueAt: dueAt[n]?.due_at ?? invoice.readAt,
  }))
}

/** Our unsettled invoices among the numbers that a history names, also those no longer watched. */
export async function findUnsettledByNumbers(
  sql: Sql,
  { numbers, ...desk }: CashDeskKey & { numbers: readonly InvoiceNumber[] }
): Promise<Invoice[]> {
  return invoicesOf(
    sql,
    `SELECT ${INVOICE_COLUMNS} FROM checkout_uz_invoice i
      WHERE i.deleted_at IS NULL AND i.service_url = :serviceUrl AND i.cash_desk = :cashDesk
        AND i.number = ANY(:numbers) AND i.state IN ('pending', 'expired', 'closed')`,
    { ...desk, numbers: numbers.map(String) }
  )
}

/** Whether a history could tell anything new about the desk. */
export async function hasOpenInvoices(sql: Sql, desk: CashDeskKey): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `SELECT 1 FROM checkout_uz_invoice
      WHERE deleted_at IS NULL AND service_url = :serviceUrl AND cash_desk = :cashDesk
        AND state IN ('pending', 'expired', 'closed') LIMIT 1`,
    desk
  )
  return rows.length > 0
}

/**
 * Stamps an attempt: when the invoice wants to be asked about next. One that was announced while it
 * was being asked about is due again, and stays so.
 */
export async function scheduleCheck(sql: Sql, id: string, at: Date): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_invoice SET next_check_at = :at, updated_at = now()
      WHERE id = :id AND state IN ('pending', 'expired', 'closed')
        AND (next_check_at IS NULL OR next_check_at > now())`,
    { id, at }
  )
}
