import { knex } from "@medusajs/framework/mikro-orm/knex"
import {
  AddressNotAllowedError,
  createCheckoutUzClient,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  type CheckoutUzClient,
} from "../../../../client"
import type { Invoice } from "../invoice"
import type { Problem } from "../../cash-desks/problem"
import { Polling } from "../polling"
import { sampleInvoice } from "../../test/samples"

const NOW = new Date("2026-03-09T12:00:00Z")
const HOUR = 3_600_000
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR)

/** A database that knows the time and has open invoices, and keeps what it was told. */
function polling(connection: { client?: CheckoutUzClient; problem?: Problem } = {}) {
  const told: Record<string, unknown>[] = []
  const raw = (statement: string, bindings: Record<string, unknown>) => {
    if (statement.includes("clock_timestamp() AS now")) return { rows: [{ now: NOW }] }
    if (statement.startsWith("SELECT 1 FROM checkout_uz_invoice")) return { rows: [{}] }
    if (statement.includes("UPDATE")) told.push(bindings)
    return { rows: [] }
  }
  const opened = new Polling({
    sql: Object.defineProperty(knex({ client: "pg" }), "raw", {
      value: (...call: Parameters<typeof raw>) => {
        const answer = Promise.resolve(raw(...call))
        return Object.assign(answer, { options: () => answer })
      },
    }),
    serviceUrl: "https://checkout.uz/api/v1",
    watchDays: () => Promise.resolve(7),
    sweepSeconds: 60,
    credentials: {
      pollingClientOf: () =>
        Promise.resolve({ client: undefined, problem: undefined, ...connection }),
      inForce: () => Promise.resolve({ kind: "none" }),
      desksWithOpenInvoices: () => Promise.resolve([]),
    },
  })
  return { polling: opened, told }
}

/** An invoice whose lifetime ended so many hours ago. */
function ended(hours: number, changes: Partial<Invoice> = {}): Invoice {
  return sampleInvoice(1, { createdAt: ago(hours + 1), expiresAt: ago(hours), ...changes })
}

describe("the watch over an unpaid invoice", () => {
  it("goes on for as long as nobody answers, however long its days are over", async () => {
    for (const state of ["pending", "expired", "closed"] as const) {
      const { polling: ledger, told } = polling()
      await ledger.scheduleUnanswered(ended(8 * 24, { state }))
      expect(told).toMatchObject([{ id: "cuinv_1", at: ago(-8) }])
    }
  })

  it("ends with the answer that it is not paid, once its days are over", async () => {
    const { polling: ledger, told } = polling()
    await ledger.scheduleNext(ended(8 * 24, { state: "pending" }))
    expect(told).toMatchObject([{ to: "expired" }, { to: "closed" }])
  })

  it("goes on after that answer while its days are not over", async () => {
    const { polling: ledger, told } = polling()
    await ledger.scheduleNext(ended(24))
    expect(told).toMatchObject([{ id: "cuinv_1", at: ago(-8) }])
  })
})

describe("a cash desk's history that cannot be read", () => {
  const failing = (error: Error): CheckoutUzClient => ({
    ...createCheckoutUzClient({ apiKey: "" }),
    getHistory: () => Promise.reject(error),
  })
  const details = { operation: "get_history", message: "no" } as const
  const noKey: Problem = { code: "no_key", message: "There is no key." }

  it.each([
    ["rejected", "a refused key", new UnauthorizedError(details)],
    ["rejected", "a refused address", new AddressNotAllowedError(details)],
    ["paused", "too many calls", new RateLimitedError(details)],
    ["unavailable", "no answer", new UnavailableError(details)],
  ] as const)("is %s for %s", async (kind, _, error) => {
    const { polling: ledger } = polling({ client: failing(error) })
    expect(await ledger.readHistory("main")).toMatchObject({ kind, message: error.message })
  })

  it("is no word about the desk where only a kept key is refused", async () => {
    const { polling: ledger } = polling({
      client: failing(new UnauthorizedError(details)),
      problem: noKey,
    })
    expect(await ledger.readHistory("main")).toMatchObject({ kind: "unavailable" })
  })

  it("is told of where there is no key to ask with", async () => {
    const { polling: ledger } = polling({ problem: noKey })
    expect(await ledger.readHistory("main")).toMatchObject({ kind: "no_key" })
  })

  it("passes on what is no failure of the service", async () => {
    const { polling: ledger } = polling({ client: failing(new TypeError("a mistake")) })
    await expect(ledger.readHistory("main")).rejects.toThrow("a mistake")
  })
})
