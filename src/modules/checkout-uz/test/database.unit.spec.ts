import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { DatabaseError, readRows, reasonOf, rowsOfPlanned } from "../database"

const BODY = Buffer.from("secret body").toString("base64")
const STATEMENT = `insert into "checkout_uz_webhook_delivery" ("body_base64") values ('${BODY}')`

/** A connection that answers every statement so. */
function answering(raw: () => Promise<unknown>) {
  return Object.defineProperty(knex({ client: "pg" }), "raw", { value: raw })
}

function returning(...rows: unknown[]) {
  return answering(() => Promise.resolve({ rows }))
}

describe("readRows", () => {
  const schema = z.object({
    id: z.string(),
    paidAt: z.date().optional(),
    payVia: z.record(z.string(), z.unknown()).optional(),
  })

  it("renames columns to camelCase, and reads null as undefined", async () => {
    const sql = returning(
      { id: "a", paid_at: new Date(0), pay_via: null },
      { id: "b", paid_at: null, pay_via: null }
    )
    expect(await readRows(sql, "SELECT", {}, schema)).toStrictEqual([
      { id: "a", paidAt: new Date(0), payVia: undefined },
      { id: "b", paidAt: undefined, payVia: undefined },
    ])
  })

  it("leaves what is inside a JSON column as it is", async () => {
    const sql = returning({ id: "a", paid_at: null, pay_via: { click_up: null } })
    const [row] = await readRows(sql, "SELECT", {}, schema)
    expect(row?.payVia).toStrictEqual({ click_up: null })
  })

  it("rejects a row that does not fit", async () => {
    await expect(readRows(returning({ id: 1 }), "SELECT", {}, schema)).rejects.toThrow(z.ZodError)
    await expect(readRows(returning(null), "SELECT", {}, schema)).rejects.toThrow(z.ZodError)
  })

  it("throws a DatabaseError where the statement fails", async () => {
    const sql = answering(() => Promise.reject(new Error(`${STATEMENT} - connection terminated`)))
    await expect(readRows(sql, "SELECT", {}, schema)).rejects.toThrow(DatabaseError)
  })
})

describe("rowsOfPlanned", () => {
  /** A connection that answers what is prepared, by its name, and what is not, where there is none. */
  function preparing(answer: (name: string | undefined) => Promise<unknown>) {
    const raw = () =>
      Object.assign(
        {
          then: (...done: Parameters<Promise<unknown>["then"]>) => answer(undefined).then(...done),
        },
        { options: ({ name }: { name: string }) => answer(name) }
      )
    return Object.defineProperty(knex({ client: "pg" }), "raw", { value: raw })
  }

  it("gives each statement a name of its own, and always the same", async () => {
    const names: (string | undefined)[] = []
    const sql = preparing((name) => {
      names.push(name)
      return Promise.resolve({ rows: [] })
    })
    for (const statement of ["SELECT 1", "SELECT 1", "SELECT 2"]) {
      await rowsOfPlanned(sql, statement, {})
    }
    const [first, again, other] = names
    expect(first).toBe(again)
    expect(other).not.toBe(first)
    // PostgreSQL cuts longer names off.
    for (const name of names) expect(name).toMatch(/^[\w-]{10,63}$/)
  })

  it("prepares nothing in a transaction, which a pooler's lost statement would end", async () => {
    const names: (string | undefined)[] = []
    const sql = preparing((name) => {
      names.push(name)
      return Promise.resolve({ rows: [] })
    })
    await rowsOfPlanned(Object.assign(sql, { isTransaction: true }), "SELECT 1", {})
    expect(names).toStrictEqual([undefined])
  })

  it("throws a DatabaseError where the statement itself fails", async () => {
    const failed = Object.assign(new Error("SELECT 1 - no such column"), { code: "42703" })
    const sql = preparing(() => Promise.reject(failed))
    await expect(rowsOfPlanned(sql, "SELECT 1", {})).rejects.toMatchObject({ isUnknownName: true })
  })

  it("prepares nothing any more where a pooler has lost a statement, and answers all the same", async () => {
    let prepared = 0
    const sql = preparing((name) => {
      if (name === undefined) return Promise.resolve({ rows: [{ id: "a" }] })
      prepared += 1
      const reason = `prepared statement "${name}" does not exist`
      return Promise.reject(Object.assign(new Error(reason), { code: "26000" }))
    })
    expect(await rowsOfPlanned(sql, "SELECT 1", {})).toEqual([{ id: "a" }])
    expect(await rowsOfPlanned(sql, "SELECT 2", {})).toEqual([{ id: "a" }])
    expect(prepared).toBe(1)
  })
})

describe("DatabaseError", () => {
  it("keeps PostgreSQL's code and the constraint", () => {
    const thrown = Object.assign(new Error(`${STATEMENT} - duplicate key value`), {
      code: "23505",
      constraint: "UQ_checkout_uz_invoice_number",
    })
    const error = new DatabaseError(thrown)
    expect(error.sqlState).toBe("23505")
    expect(error.constraint).toBe("UQ_checkout_uz_invoice_number")
    expect(error.cause).toBe("Error 23505: duplicate key value")
  })

  it("holds none of the statement's values", () => {
    const thrown = Object.assign(new Error(`${STATEMENT} - duplicate key value`), {
      code: "23505",
      detail: `Key (body_base64)=(${BODY}) already exists.`,
    })
    const error = new DatabaseError(thrown)
    expect(
      [error.message, error.stack, String(error.cause), JSON.stringify(error)].join()
    ).not.toContain(BODY)
  })

  it("has neither code nor constraint where the database was not reached", () => {
    const error = new DatabaseError(new TypeError("connect ECONNREFUSED"))
    expect([error.sqlState, error.constraint]).toEqual([undefined, undefined])
    expect(error.cause).toBe("TypeError: connect ECONNREFUSED")
  })
})

describe("reasonOf", () => {
  it("leaves out the statement and its values", () => {
    const error = new Error(`${STATEMENT} - relation "checkout_uz_webhook_delivery" does not exist`)
    expect(reasonOf(error)).toBe('relation "checkout_uz_webhook_delivery" does not exist')
  })

  it("returns a message without a statement whole, up to 200 characters", () => {
    expect(reasonOf(new Error("connect ECONNREFUSED 127.0.0.1:5432"))).toBe(
      "connect ECONNREFUSED 127.0.0.1:5432"
    )
    expect(reasonOf("a text")).toBe("a text")
    expect(reasonOf(new Error("x".repeat(100_000)))).toHaveLength(200)
  })
})

describe("SOON_ON_DISK", () => {
  it("stands in the turn to ask, in the answer that nothing was paid, in the next question's time and in a session's note, and in nothing about money", () => {
    const folder = join(__dirname, "..")
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    const uses = files
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".spec.ts"))
      .flatMap((file) =>
        // From the name of a function to the next one's.
        readFileSync(join(folder, file), "utf8")
          .split(/(?=^(?:export )?(?:async )?function )/m)
          .flatMap(
            (text) =>
              text.match(/\$\{SOON_ON_DISK\}/g)?.map(() => /function (\w+)/.exec(text)?.[1]) ?? []
          )
      )
    expect(uses.sort()).toEqual(["bind", "claimRequest", "recordAnswer", "scheduleCheck"])
  })
})
