import { claimSweep, markAccepted, markRejected } from "../cash-desks/sweeps"
import { CheckoutUzError, type InvoiceNumber } from "../../../client"
import type { AlertKind } from "../alerts/alert"
import { nextCheck } from "./polling-schedule"
import type { Invoice } from "./invoice"
import type { Credentials } from "../credentials/credentials"
import { isRejection } from "../cash-desks/rejection"
import { raiseAlert } from "../alerts/repository"
import { databaseNow } from "./request-log"
import {
  claimDue,
  claimUnsettled,
  findUnsettledByNumbers,
  giveBack,
  hasOpenInvoices,
  scheduleCheck,
  stopPolling,
  type Claimed,
} from "./due"
import { transitionInvoice } from "./transitions"
import type { Sql } from "../database"
import { compareUnanswered, hasUnanswered } from "./unanswered-creations"

/** Seconds a server has for an invoice it claimed, before another one takes it. */
const LEASE_SECONDS = 300
/** As above for known money: core's own lock of a server that died stays on the cart as long. */
const SETTLE_LEASE_SECONDS = 120
/** The turn to settle known money, of whatever desk. */
const ALL_DESKS = "*"
/** Hours until an invoice is asked about again that could not be when its watch would have ended. */
const UNANSWERED_HOURS = 8
/** How many transactions a history is asked for. Its order and its own limit are undocumented. */
const HISTORY_LIMIT = 100

/** What a cash desk's history says. */
export type HistoryHint =
  /** Numbers of invoices it calls paid: hints, each to be verified. */
  | { kind: "paid_numbers"; numbers: InvoiceNumber[] }
  /** The service refuses the key or this server's address; that says nothing about any invoice. */
  | { kind: "rejected"; message: string }
  /** The service wants no calls of the desk for a while. */
  | { kind: "paused"; message: string }
  /** There is no key to ask with, neither in the configuration nor kept. */
  | { kind: "no_key"; message: string }
  | { kind: "unavailable"; message: string }

export type PollingDependencies = {
  sql: Sql
  serviceUrl: string
  /** Days after its lifetime for which an unpaid invoice is still asked about. */
  watchDays: () => Promise<number>
  sweepSeconds: number
  credentials: Pick<Credentials, "pollingClientOf" | "inForce" | "desksWithOpenInvoices">
}

/** What finding unnotified payments needs of the ledger. */
export type Polling = ReturnType<typeof openPolling>

/** The ledger's part in reconciliation: whom to ask about, when, and what a history hints at. */
export function openPolling({ sql, serviceUrl, ...settings }: PollingDependencies) {
  const desk = (cashDesk: string) => ({ serviceUrl, cashDesk })

  /** Told once a day: invoices made with the key in force are not asked about until it opens. */
  async function noticeUnreadableKey(cashDesk: string, reason: string): Promise<void> {
    const today = (await databaseNow(sql)).toISOString().slice(0, 10)
    await raiseAlert(sql, {
      kind: "cash_desk_without_key",
      occasion: `encrypted:${serviceUrl}:${cashDesk}:${today}`,
      cashDesk,
      invoiceId: undefined,
      reason,
    })
  }

  return {
    /** Takes the turn to sweep a desk; one server at a time, and not too often. */
    claimSweep: (cashDesk: string) =>
      claimSweep(sql, { ...desk(cashDesk), everySeconds: settings.sweepSeconds }),

    /** Asks for the desk's history where it could tell anything new (`POST /get_history`). */
    readHistory: async (cashDesk: string): Promise<HistoryHint> => {
      const isOf = desk(cashDesk)
      const unanswered = await hasUnanswered(sql, isOf)
      if (!unanswered && !(await hasOpenInvoices(sql, isOf))) {
        return { kind: "paid_numbers", numbers: [] }
      }
      const { client, problem } = await settings.credentials.pollingClientOf(cashDesk)
      if (!client) {
        return {
          kind: "no_key",
          message:
            problem?.code === "no_encryption_key"
              ? problem.message
              : "There is no API key for it: set one, or give the plugin an encryptionKey, so that the key of open invoices is kept.",
        }
      }
      // Payments are looked for with a kept key all the same, and that must not hide it.
      if (problem?.code === "no_encryption_key")
        await noticeUnreadableKey(cashDesk, problem.message)
      try {
        const records = await client.getHistory({ limit: HISTORY_LIMIT })
        const paid = records.filter(({ status }) => status === "paid")
        if (unanswered) {
          const entries = records.map(({ number, amount, status }) => ({
            number,
            amount,
            paid: status === "paid",
          }))
          await compareUnanswered(sql, { ...isOf, entries })
        }
        return { kind: "paid_numbers", numbers: paid.map(({ number }) => number) }
      } catch (error) {
        if (!(error instanceof CheckoutUzError)) throw error
        if (error.code === "rate_limited") return { kind: "paused", message: error.message }
        // A kept key that is refused says nothing about the others.
        const isRefused = isRejection(error) && problem === undefined
        return { kind: isRefused ? "rejected" : "unavailable", message: error.message }
      }
    },

    findNamed: (cashDesk: string, numbers: readonly InvoiceNumber[]) =>
      numbers.length === 0
        ? Promise.resolve([])
        : findUnsettledByNumbers(sql, { ...desk(cashDesk), numbers }),

    /** Takes the turn to settle what is known to be paid. */
    claimSettling: () =>
      claimSweep(sql, { ...desk(ALL_DESKS), everySeconds: settings.sweepSeconds }),

    /** Claims confirmed money that is due to be settled, of every desk. */
    claimUnsettled: (limit: number) =>
      claimUnsettled(sql, { serviceUrl, limit, leaseSeconds: SETTLE_LEASE_SECONDS }),

    claimDue: (cashDesk: string, limit: number, exceptKeys: readonly string[]) =>
      claimDue(sql, { ...desk(cashDesk), limit, leaseSeconds: LEASE_SECONDS, exceptKeys }),
    /** What was claimed and not looked at is due as it was. */
    giveBack: (claimed: readonly Claimed[]) => giveBack(sql, claimed),
    /** Whether the desk has a key in force; else every key stands for itself. */
    hasKeyInForce: async (cashDesk: string) =>
      (await settings.credentials.inForce(cashDesk)).kind === "key",

    /** Stamps an attempt that got no answer. It never ends the watch: nothing was learned. */
    scheduleUnanswered: async (invoice: Invoice): Promise<void> => {
      const now = await databaseNow(sql)
      const next = nextCheck({ ...invoice, watchDays: await settings.watchDays() }, now)
      const later = new Date(now.getTime() + UNANSWERED_HOURS * 3_600_000)
      await scheduleCheck(sql, invoice.id, next === "close" ? later : next)
    },

    /** Stamps an attempt on an unpaid invoice, or gives it up after it was watched long enough. */
    scheduleNext: async (invoice: Invoice): Promise<void> => {
      const watchDays = await settings.watchDays()
      const next = nextCheck({ ...invoice, watchDays }, await databaseNow(sql))
      if (next !== "close") {
        await scheduleCheck(sql, invoice.id, next)
        return
      }
      if (invoice.state === "closed") {
        await stopPolling(sql, invoice.id)
        return
      }
      if (invoice.state === "pending")
        await transitionInvoice(sql, { id: invoice.id, to: "expired" })
      await transitionInvoice(sql, { id: invoice.id, to: "closed" })
    },

    /** Every desk that has something to be found, also one that has left the configuration. */
    desksWithOpenInvoices: () => settings.credentials.desksWithOpenInvoices(),

    /** True for the first to notice that the desk's payments cannot be looked for. */
    markRejected: (cashDesk: string, alert: { kind: AlertKind; reason: string }) =>
      markRejected(sql, desk(cashDesk), alert),
    /** True where the desk had been refused before. */
    markAccepted: (cashDesk: string) => markAccepted(sql, desk(cashDesk)),
  }
}
