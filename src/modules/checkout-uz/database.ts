import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"

/** A connection or a transaction on the store's PostgreSQL. */
export type Sql = Knex | Knex.Transaction

export type Bindings = Readonly<
  Record<string, string | number | boolean | Date | null | readonly string[]>
>

const resultSchema = z.object({ rows: z.array(z.unknown()) })
const driverErrorSchema = z.object({ code: z.string(), constraint: z.string().optional() })

/** The database refused a statement, or could not be reached. It holds none of the statement's values. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError"
  /** PostgreSQL's five characters for what went wrong; undefined where it was not reached. */
  readonly sqlState: string | undefined
  /** The constraint that refused the statement, if one did. */
  readonly constraint: string | undefined

  /** @param thrown what the database's library threw: its message has the statement's values in it */
  constructor(thrown: unknown) {
    const { data } = driverErrorSchema.safeParse(thrown)
    const reason = reasonOf(thrown)
    // The cause is a copy: tokens and encrypted keys are among the values of the original.
    const name = thrown instanceof Error ? thrown.name : typeof thrown
    super(reason, { cause: `${name}${data ? ` ${data.code}` : ""}: ${reason}` })
    this.sqlState = data?.code
    this.constraint = data?.constraint
  }

  /** Whether the statement names a table or a column that is not there. */
  get isUnknownName(): boolean {
    return this.sqlState === "42P01" || this.sqlState === "42703"
  }
}

/** Whether the database refused a statement because a table is not there. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof DatabaseError && error.sqlState === "42P01"
}

/**
 * Runs one statement with `:name` bindings and returns its rows unparsed; see {@link readRows}.
 *
 * @throws DatabaseError
 */
export async function rowsOf(sql: Sql, statement: string, bindings: Bindings): Promise<unknown[]> {
  try {
    return resultSchema.parse(await sql.raw(statement, bindings)).rows
  } catch (error) {
    throw new DatabaseError(error)
  }
}

/** What PostgreSQL answers about a prepared statement that is another connection's, or of other columns by now. */
const LOST_STATEMENTS = ["26000", "42P05", "0A000"]
let keepsStatements = true

/**
 * The same for a statement that is run all the time, always with this text: outside of transactions PostgreSQL
 * plans it once for a connection, where planning it takes longer than running it.
 *
 * Some poolers of connections (PgBouncer, per transaction) lose what is prepared, and say so before anything is
 * run. There it is run once more, and planned each time from then on. A transaction would be lost by that, so in
 * one nothing is prepared.
 */
export async function rowsOfPlanned(
  sql: Sql,
  statement: string,
  bindings: Bindings
): Promise<unknown[]> {
  if (!keepsStatements || sql.isTransaction) return rowsOf(sql, statement, bindings)
  try {
    const name = nameOfStatement(statement)
    return resultSchema.parse(await sql.raw(statement, bindings).options({ name })).rows
  } catch (thrown) {
    const error = new DatabaseError(thrown)
    if (!LOST_STATEMENTS.includes(error.sqlState ?? "")) throw error
    keepsStatements = false
    return rowsOf(sql, statement, bindings)
  }
}

/** Names of the statements that were prepared: there are few. */
const STATEMENT_NAMES = new Map<string, string>()

/** Another version's statement has another name, also on a connection that a pooler shares. */
function nameOfStatement(statement: string): string {
  const known = STATEMENT_NAMES.get(statement)
  if (known !== undefined) return known
  const name = createHash("sha256").update(statement).digest("base64url")
  STATEMENT_NAMES.set(statement, name)
  return name
}

/**
 * A condition, always true, for a statement that is a transaction by itself: it is answered before its change is on
 * the disk. Where PostgreSQL's machine dies in the same second the change may be lost, and then so is all that was
 * committed after it. So it is for what is only asked again where it was forgotten, and never for money.
 */
export const SOON_ON_DISK = "(SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL"

/**
 * Runs one statement and reads its rows with a schema in camelCase: the column `paid_at` as `paidAt`,
 * and null as undefined. What is inside a JSON column is left as it is.
 *
 * @throws DatabaseError, or ZodError where a row does not fit
 */
export async function readRows<S extends z.ZodType>(
  sql: Sql,
  statement: string,
  bindings: Bindings,
  schema: S
): Promise<z.output<S>[]> {
  return readEach(await rowsOf(sql, statement, bindings), schema)
}

/** The same, run by {@link rowsOfPlanned}. */
export async function readPlannedRows<S extends z.ZodType>(
  sql: Sql,
  statement: string,
  bindings: Bindings,
  schema: S
): Promise<z.output<S>[]> {
  return readEach(await rowsOfPlanned(sql, statement, bindings), schema)
}

function readEach<S extends z.ZodType>(rows: unknown[], schema: S): z.output<S>[] {
  return rows.map((row) => schema.parse(withCamelCaseNames(row)))
}

function withCamelCaseNames(row: unknown): unknown {
  if (typeof row !== "object" || row === null) return row
  return Object.fromEntries(
    Object.entries(row).map(([column, value]: [string, unknown]) => [
      camelCaseNameOf(column),
      value ?? undefined,
    ])
  )
}

/** Columns by the name they are read as: there are few, and each is read all the time. */
const CAMEL_CASE_NAMES = new Map<string, string>()

function camelCaseNameOf(column: string): string {
  const known = CAMEL_CASE_NAMES.get(column)
  if (known !== undefined) return known
  const name = column.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
  CAMEL_CASE_NAMES.set(column, name)
  return name
}

const LONGEST_REASON = 200

/**
 * Why the database refused a statement, for a log: without the statement, whose values are webhook
 * bodies and tokens. Database libraries write `<statement> - <reason>`.
 */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split(" - ").at(-1) ?? "").slice(0, LONGEST_REASON)
}

/** Which part of a list. */
export type Page = { limit: number; offset: number }
export type Listed<T> = { rows: T[]; count: number }

const countSchema = z.object({ count: z.number() })

export async function countOf(sql: Sql, from: string, bindings: Bindings = {}): Promise<number> {
  const [row] = await rowsOf(sql, `SELECT count(*)::int AS count ${from}`, bindings)
  return countSchema.parse(row).count
}

/** In SQL, the exact copy of an amount that Medusa keeps beside each numeric column. */
export function rawAmount(expression: string): string {
  return `jsonb_build_object('value', CAST(${expression} AS text), 'precision', 20)`
}

/** A value for a `jsonb` column, which takes neither NUL characters nor halves of a character. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "string" ? part.replaceAll(/\p{Surrogate}|\0/gu, "") : part
  )
}
