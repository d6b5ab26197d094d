import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import { CheckoutUzError, type CheckoutUzClient } from "../../../client"
import { describeProblem, PROBLEM_CODES, problemOf, type Problem } from "./problem"
import {
  claimSnapshot,
  findSnapshot,
  keepSnapshot,
  type Question,
} from "./account-snapshot-repository"
import type { Sql } from "../database"

/** Milliseconds for which an answer of the service is read again instead of asking for another. */
const FRESH_MS = 15_000
/** The same for a failure: long enough that a crowd does not ask in turn, soon over once it is mended. */
const FAILURE_FRESH_MS = 3_000
/** Milliseconds between two looks whether the answer of whoever asks has come. */
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
  | { kind: "failed"; problem: Problem }

type One<T> = { kind: "read"; value: T; readAt: Date } | { kind: "failed"; problem: Problem }

/** What the service says of a cash desk, asked for seldom and shared by all servers. */
export type AccountSnapshots = ReturnType<typeof openAccountSnapshots>

export function openAccountSnapshots({
  sql,
  serviceUrl,
  requestMs,
}: {
  sql: Sql
  serviceUrl: string
  /** The deadline of one call, in milliseconds. */
  requestMs: number
}) {
  const leaseMs = requestMs + 2_000

  async function readOne<T>(
    question: Question,
    schema: z.ZodType<T>,
    call: () => Promise<T>
  ): Promise<One<T>> {
    const giveUpAt = performance.now() + leaseMs
    for (;;) {
      const kept = await findSnapshot(sql, question)
      const known = kept && open(kept, schema, question.cashDesk)
      if (known) return known
      if (await claimSnapshot(sql, { ...question, leaseMs, replaces: kept?.readAt })) {
        return ask(question, call)
      }
      if (performance.now() > giveUpAt) return failure("service_unreachable", question.cashDesk)
      await delay(LOOK_EVERY_MS)
    }
  }

  async function ask<T>(question: Question, call: () => Promise<T>): Promise<One<T>> {
    try {
      const value = await call()
      await keepSnapshot(sql, { ...question, answer: { value } })
      return { kind: "read", value, readAt: new Date() }
    } catch (error) {
      if (!(error instanceof CheckoutUzError)) throw error
      const code = problemOf(error)
      await keepSnapshot(sql, { ...question, answer: { code } })
      return failure(code, question.cashDesk)
    }
  }

  function open<T>(
    { answer, readAt, ageMs }: { answer: unknown; readAt: Date; ageMs: number },
    schema: z.ZodType<T>,
    cashDesk: string
  ): One<T> | undefined {
    const failed = z.object({ code: z.enum(PROBLEM_CODES) }).safeParse(answer)
    if (failed.success) {
      return ageMs < FAILURE_FRESH_MS ? failure(failed.data.code, cashDesk) : undefined
    }
    const read = z.object({ value: schema }).safeParse(answer)
    // One that another version of this plugin kept may not be readable: it is asked for again.
    return read.success && ageMs < FRESH_MS
      ? { kind: "read", value: read.data.value, readAt }
      : undefined
  }

  return {
    /**
     * Balance, statistics and payment systems of a cash desk, at most fifteen seconds old. Of all who
     * ask at once, on all servers, one calls out.
     */
    of: async (
      cashDesk: string,
      { client, keyFingerprint }: { client: CheckoutUzClient; keyFingerprint: string }
    ): Promise<AccountSnapshot> => {
      const about = (operation: string): Question => ({
        serviceUrl,
        cashDesk,
        keyFingerprint,
        operation,
      })
      const [balance, stats, methods] = await Promise.all([
        readOne(about("get_balance"), balanceSchema, () => client.getBalance()),
        readOne(about("get_stats"), statsSchema, () => client.getStats()),
        readOne(about("get_payment_methods"), methodsSchema, async () =>
          methodsSchema.parse(await client.getPaymentMethods())
        ),
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
    },
  }
}

function failure(code: Problem["code"], cashDesk: string): { kind: "failed"; problem: Problem } {
  return { kind: "failed", problem: { code, message: describeProblem(code, cashDesk) } }
}
