import { setTimeout as delay } from "node:timers/promises"
import { generateEntityId } from "@medusajs/framework/utils"
import { z } from "zod"
import { CheckoutUzError, type CheckoutUzClient } from "../../../client"
import type { CashDeskKey } from "./cash-desk"
import { describeProblem, PROBLEM_CODES, problemOf, type Problem } from "./problem"
import { jsonText, readRows, rowsOf, type Sql } from "../database"

/** Milliseconds for which an answer of the service is read again instead of requesting another. */
const FRESH_MS = 15_000
/** The same for a failure: long enough that a crowd does not ask in turn, soon over once it is mended. */
const FAILURE_FRESH_MS = 3_000
/** The one operation whose last answer outlives the service's own failures: customers are shown it. */
const METHODS = "get_payment_methods"
/** Milliseconds between two looks whether the answer to another server's request has come. */
const LOOK_EVERY_MS = 100

const balanceSchema = z.object({ uzs: z.string(), usd: z.string(), ton: z.string() })
const statsSchema = z.object({ totalOrders: z.number(), totalAmount: z.string() })
const methodsSchema = z.array(
  z.object({
    key: z.string(),
    name: z.string(),
    logoLight: z.string().optional(),
    logoDark: z.string().optional(),
  })
)

/** What the service says of a cash desk, with when the oldest part of it was read. */
export type AccountSnapshot =
  | {
      kind: "read"
      balance: z.infer<typeof balanceSchema>
      stats: z.infer<typeof statsSchema>
      methods: z.infer<typeof methodsSchema>
      readAt: Date
    }
  | Failed

/** One part of a snapshot: the answer to one operation, read with one API key. */
type PartKey = CashDeskKey & { keyFingerprint: string; operation: string }
type Part<T> = { kind: "read"; value: T; readAt: Date } | Failed
type Failed = { kind: "failed"; problem: Problem }

/** A cash desk as its key in force reaches it. */
type Reach = { client: CheckoutUzClient; keyFingerprint: string }
/** A payment system of a cash desk. Its addresses are as the service wrote them. */
export type PaymentSystem = z.infer<typeof methodsSchema>[number]

/** What the service says of the cash desks, requested seldom and shared by all servers. */
export class AccountSnapshots {
  readonly #sql: Sql
  readonly #serviceUrl: string
  readonly #leaseMs: number

  /** @param options.requestMs the deadline of one request, in milliseconds */
  constructor(options: { sql: Sql; serviceUrl: string; requestMs: number }) {
    this.#sql = options.sql
    this.#serviceUrl = options.serviceUrl
    this.#leaseMs = options.requestMs + 2_000
  }

  /**
   * Balance, statistics and payment systems of a cash desk, at most fifteen seconds old. Of all who
   * ask at once, on all servers, one sends a request.
   */
  async of(cashDesk: string, { client, keyFingerprint }: Reach): Promise<AccountSnapshot> {
    const key = { serviceUrl: this.#serviceUrl, cashDesk, keyFingerprint }
    const [balance, stats, methods] = await Promise.all([
      this.#part({ ...key, operation: "get_balance" }, balanceSchema, () => client.getBalance()),
      this.#part({ ...key, operation: "get_stats" }, statsSchema, () => client.getStats()),
      this.#methodsPart(cashDesk, { client, keyFingerprint }),
    ])
    if (balance.kind === "failed") return balance
    if (stats.kind === "failed") return stats
    if (methods.kind === "failed") return methods
    const oldest = Math.min(...[balance, stats, methods].map(({ readAt }) => readAt.getTime()))
    return {
      kind: "read",
      balance: balance.value,
      stats: stats.value,
      methods: methods.value,
      readAt: new Date(oldest),
    }
  }

  /**
   * The payment systems of a cash desk, for customers: where the service does not answer, the last
   * list that it gave, as long as that is kept ({@link pruneSnapshots}).
   *
   * @returns undefined where there is none
   */
  async methods(cashDesk: string, reach: Reach): Promise<PaymentSystem[] | undefined> {
    const part = await this.#methodsPart(cashDesk, reach, { lastKnown: true })
    if (part.kind === "read") return part.value
    const stored = await findPart(this.#sql, this.#methodsKey(cashDesk, reach))
    return stored && valueIn(stored, methodsSchema)
  }

  #methodsKey(cashDesk: string, { keyFingerprint }: Reach): PartKey {
    return { serviceUrl: this.#serviceUrl, cashDesk, keyFingerprint, operation: METHODS }
  }

  #methodsPart(cashDesk: string, reach: Reach, options?: { lastKnown: boolean }) {
    const request = async () => methodsSchema.parse(await reach.client.getPaymentMethods())
    return this.#part(this.#methodsKey(cashDesk, reach), methodsSchema, request, options)
  }

  /** @param options.lastKnown whether an old value is better than waiting for another's request */
  async #part<T>(
    key: PartKey,
    schema: z.ZodType<T>,
    request: () => Promise<T>,
    { lastKnown } = { lastKnown: false }
  ): Promise<Part<T>> {
    const giveUpAt = performance.now() + this.#leaseMs
    for (;;) {
      const stored = await findPart(this.#sql, key)
      const fresh = stored && freshPart(stored, schema, key.cashDesk)
      if (fresh) return fresh
      if (await claimPart(this.#sql, key, { leaseMs: this.#leaseMs, replaces: stored?.readAt })) {
        return this.#request(key, request)
      }
      const old = lastKnown && stored ? valueIn(stored, schema) : undefined
      if (old !== undefined && stored) return { kind: "read", value: old, readAt: stored.readAt }
      if (performance.now() > giveUpAt) return failed("service_unreachable", key.cashDesk)
      await delay(LOOK_EVERY_MS)
    }
  }

  async #request<T>(key: PartKey, request: () => Promise<T>): Promise<Part<T>> {
    try {
      const value = await request()
      return { kind: "read", value, readAt: await storePart(this.#sql, key, { value }) }
    } catch (error) {
      if (!(error instanceof CheckoutUzError)) throw error
      const code = problemOf(error)
      await storePart(this.#sql, key, { code })
      return failed(code, key.cashDesk)
    }
  }
}

function failed(code: Problem["code"], cashDesk: string): Failed {
  return { kind: "failed", problem: { code, message: describeProblem(code, cashDesk) } }
}

/** A stored part; undefined where it is too old, or another version of this plugin stored it. */
function freshPart<T>(
  { answer, readAt, ageMs }: PartRow,
  schema: z.ZodType<T>,
  cashDesk: string
): Part<T> | undefined {
  const failure = z.object({ code: z.enum(PROBLEM_CODES) }).safeParse(answer)
  if (failure.success) {
    return ageMs < FAILURE_FRESH_MS ? failed(failure.data.code, cashDesk) : undefined
  }
  const value = ageMs < FRESH_MS ? valueIn({ answer }, schema) : undefined
  return value === undefined ? undefined : { kind: "read", value, readAt }
}

/** What the service last said, also where it has failed since. */
function valueIn<T>({ answer }: Pick<PartRow, "answer">, schema: z.ZodType<T>): T | undefined {
  return z.object({ value: schema }).safeParse(answer).data?.value
}

const OF_PART = `service_url = :serviceUrl AND cash_desk = :cashDesk
  AND key_fingerprint = :keyFingerprint AND operation = :operation AND deleted_at IS NULL`

const partRowSchema = z.object({
  answer: z.unknown(),
  readAt: z.date(),
  ageMs: z.coerce.number(),
})
type PartRow = z.infer<typeof partRowSchema>
const storedSchema = partRowSchema.pick({ readAt: true })

async function findPart(sql: Sql, key: PartKey): Promise<PartRow | undefined> {
  const rows = await readRows(
    sql,
    `SELECT answer, read_at, extract(epoch FROM clock_timestamp() - read_at) * 1000 AS age_ms
       FROM checkout_uz_account_snapshot WHERE ${OF_PART}`,
    key,
    partRowSchema
  )
  return rows.at(0)
}

/**
 * Takes the turn to request, for `leaseMs`: of all servers that want the same answer one sends a
 * request. No transaction stays open meanwhile; where that server dies, the turn runs out. `replaces`
 * is when the answer was read that is too old; undefined where there was none.
 */
async function claimPart(
  sql: Sql,
  key: PartKey,
  { leaseMs, replaces }: { leaseMs: number; replaces: Date | undefined }
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
      ...key,
      id: generateEntityId(undefined, "curead"),
      leaseMs,
      replaces: replaces ?? new Date(0),
    }
  )
  return rows.length > 0
}

/**
 * Stores an answer, and with it gives the turn back. A failure leaves the last value beside it.
 *
 * @returns when it was read, by the database's clock, as everybody after this server is told
 */
async function storePart(
  sql: Sql,
  key: PartKey,
  answer: { value: unknown } | { code: Problem["code"] }
): Promise<Date> {
  const rows = await readRows(
    sql,
    `UPDATE checkout_uz_account_snapshot
        SET answer = (answer - 'code') || CAST(:answer AS jsonb), read_at = t.now, updated_at = t.now
       FROM (SELECT clock_timestamp() AS now) t
      WHERE ${OF_PART}
      RETURNING read_at`,
    { ...key, answer: jsonText(answer) },
    storedSchema
  )
  // The row may have been deleted by hand meanwhile.
  return rows.at(0)?.readAt ?? new Date()
}

/**
 * Deletes what nobody has asked for in a day, perhaps because there is another key by now. A list of
 * payment systems stays for thirty days: a quiet shop's first customer in a week may come in an outage.
 */
export async function pruneSnapshots(sql: Sql): Promise<void> {
  await rowsOf(
    sql,
    `DELETE FROM checkout_uz_account_snapshot
      WHERE updated_at < now() - CASE WHEN operation = :methods THEN interval '30 days'
                                      ELSE interval '1 day' END`,
    { methods: METHODS }
  )
}
