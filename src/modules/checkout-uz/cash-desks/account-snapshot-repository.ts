import type { CashDeskKey } from "./cash-desk"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { rowsOf, type Sql } from "../database"

/** One question to the service about a cash desk, with the key it is asked with. */
export type Question = CashDeskKey & { keyFingerprint: string; operation: string }

/** What was read, and when; `answer` is as it was kept. */
export type KeptSnapshot = { answer: unknown; readAt: Date; ageMs: number }

const snapshotSchema = z
  .object({ answer: z.unknown().optional(), read_at: z.date(), age_ms: z.coerce.number() })
  .transform(({ answer, read_at, age_ms }): KeptSnapshot => ({
    answer,
    readAt: read_at,
    ageMs: age_ms,
  }))

const OF_QUESTION = `service_url = :serviceUrl AND cash_desk = :cashDesk
  AND key_fingerprint = :keyFingerprint AND operation = :operation AND deleted_at IS NULL`

export async function findSnapshot(
  sql: Sql,
  question: Question
): Promise<KeptSnapshot | undefined> {
  const [row] = await rowsOf(
    sql,
    `SELECT answer, read_at, extract(epoch FROM clock_timestamp() - read_at) * 1000 AS age_ms
       FROM checkout_uz_account_snapshot WHERE ${OF_QUESTION}`,
    question
  )
  return row === undefined ? undefined : snapshotSchema.parse(row)
}

/**
 * Takes the turn to ask, for `leaseMs`: of all servers that want the same answer one calls out. No
 * transaction stays open meanwhile; where that server dies, the turn runs out. `replaces` is when
 * the answer was read that is too old; undefined where there was none.
 */
export async function claimSnapshot(
  sql: Sql,
  { leaseMs, replaces, ...question }: Question & { leaseMs: number; replaces: Date | undefined }
): Promise<boolean> {
  const rows = await rowsOf(
    sql,
    `INSERT INTO checkout_uz_account_snapshot AS r
            (id, service_url, cash_desk, key_fingerprint, operation, answer, read_at)
     VALUES (:id, :serviceUrl, :cashDesk, :keyFingerprint, :operation, '{}', to_timestamp(0))
     ON CONFLICT (service_url, cash_desk, key_fingerprint, operation) WHERE deleted_at IS NULL
       DO UPDATE SET updated_at = clock_timestamp()
        WHERE date_trunc('milliseconds', r.read_at) = CAST(:replaces AS timestamptz)
          AND (r.updated_at <= r.read_at
               OR r.updated_at <= clock_timestamp() - make_interval(secs => :leaseMs / 1000.0))
     RETURNING id`,
    {
      ...question,
      id: generateEntityId(undefined, "curead"),
      leaseMs,
      replaces: replaces ?? new Date(0),
    }
  )
  return rows.length > 0
}

/** Keeps an answer, and with it gives the turn back. */
export async function keepSnapshot(
  sql: Sql,
  { answer, ...question }: Question & { answer: unknown }
): Promise<void> {
  await rowsOf(
    sql,
    `UPDATE checkout_uz_account_snapshot
        SET answer = CAST(:answer AS jsonb), read_at = t.now, updated_at = t.now
       FROM (SELECT clock_timestamp() AS now) t
      WHERE ${OF_QUESTION}`,
    { ...question, answer: JSON.stringify(answer, plainText) }
  )
}

/** Deletes what nobody has asked for a day: the key, perhaps, is another by now. */
export async function pruneSnapshots(sql: Sql): Promise<void> {
  await rowsOf(
    sql,
    "DELETE FROM checkout_uz_account_snapshot WHERE updated_at < now() - interval '1 day'",
    {}
  )
}

/** PostgreSQL's jsonb takes neither NUL characters nor halves of a character. */
function plainText(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll(/\p{Surrogate}|\0/gu, "") : value
}
