import { claimSweep, markAccepted, markRejected } from "../cash-desks/sweeps"
import { CheckoutUzError, type CheckoutUzClient, type InvoiceNumber } from "../../../client"
import type { AlertKind } from "../alerts/alert"
import { nextCheck } from "./polling-schedule"
import { invoicesOf, INVOICE_COLUMNS, type Invoice } from "./invoice"
import type { CashDeskKey } from "../cash-desks/cash-desk"
import type { Credentials } from "../credentials/credentials"
import { isRejection } from "../cash-desks/rejection"
import { raiseAlert } from "../alerts/repository"
import { databaseNow } from "./request-log"
import { claimDue, giveBack, scheduleCheck, stopPolling, type Claimed } from "./due"
import { OPEN_STATES } from "./states"
import { transitionInvoice } from "./transitions"
import { rowsOf, type Sql } from "../database"
import { UnansweredCreations } from "./unanswered-creations"

/** Seconds a server has for an invoice it claimed, before another one takes it. */
const LEASE_SECONDS = 300
/** As above for confirmed money: core's own lock of a server that died stays on the cart as long. */
const SETTLE_LEASE_SECONDS = 120
/** The turn to settle confirmed money, of whatever cash desk. */
const ALL_DESKS = "*"
/** Hours until the next attempt where none was answered and the days of polling are over. */
const UNANSWERED_HOURS = 8
/** How many transactions a history is requested with. Its order and its own limit are undocumented. */
const HISTORY_LIMIT = 100
const NO_KEY =
  "There is no API key for it: set one, or give the plugin an encryptionKey, so that the key of open invoices is kept."

/** What a cash desk's history says. */
export type HistoryHint =
  /** Numbers of invoices it calls paid: hints, each to be verified. */
  | { kind: "paid_numbers"; numbers: InvoiceNumber[] }
  /** The service refuses the key or this server's address; that says nothing about any invoice. */
  | { kind: "rejected"; message: string }
  /** The service wants no requests of the cash desk for a while. */
  | { kind: "paused"; message: string }
  /** There is no API key, neither in force nor retired. */
  | { kind: "no_key"; message: string }
  | { kind: "unavailable"; message: string }

type PollingDependencies = {
  sql: Sql
  serviceUrl: string
  /** Days after its lifetime for which an unpaid invoice is still polled. */
  watchDays: () => Promise<number>
  sweepSeconds: number
  credentials: Pick<Credentials, "pollingClientOf" | "inForce" | "desksWithOpenInvoices">
}

/** The ledger's part in reconciliation: what is verified, when, and what a history hints at. */
export class Polling {
  readonly #sql: Sql
  readonly #serviceUrl: string
  readonly #settings: Pick<PollingDependencies, "watchDays" | "sweepSeconds">
  readonly #credentials: PollingDependencies["credentials"]
  readonly #unanswered: UnansweredCreations

  constructor({ sql, serviceUrl, credentials, ...settings }: PollingDependencies) {
    this.#sql = sql
    this.#serviceUrl = serviceUrl
    this.#settings = settings
    this.#credentials = credentials
    this.#unanswered = new UnansweredCreations(sql)
  }

  /** Takes the turn to sweep a cash desk; one server at a time, and not too often. */
  async claimSweep(cashDesk: string): Promise<boolean> {
    const { sweepSeconds: everySeconds } = this.#settings
    return claimSweep(this.#sql, { ...this.#desk(cashDesk), everySeconds })
  }

  /** Takes the turn to settle confirmed money; false where another server has it. */
  async claimSettling(): Promise<boolean> {
    return this.claimSweep(ALL_DESKS)
  }

  /** Requests the cash desk's history where it could say anything new (`POST /get_history`). */
  async readHistory(cashDesk: string): Promise<HistoryHint> {
    const desk = this.#desk(cashDesk)
    const unanswered = await this.#unanswered.hasAny(desk)
    if (!unanswered && !(await this.#hasOpenInvoices(desk))) {
      return { kind: "paid_numbers", numbers: [] }
    }
    const { client, problem } = await this.#credentials.pollingClientOf(cashDesk)
    const unreadable = problem?.code === "no_encryption_key" ? problem.message : undefined
    if (!client) return { kind: "no_key", message: unreadable ?? NO_KEY }
    // The history is read with a retired key all the same, and that must not hide it.
    if (unreadable !== undefined) await this.#noticeUnreadableKey(cashDesk, unreadable)
    try {
      return await this.#historyOf(client, unanswered ? desk : undefined)
    } catch (error) {
      if (!(error instanceof CheckoutUzError)) throw error
      if (error.code === "rate_limited") return { kind: "paused", message: error.message }
      // A retired key that is refused says nothing about the others.
      const isRefused = isRejection(error) && problem === undefined
      return { kind: isRefused ? "rejected" : "unavailable", message: error.message }
    }
  }

  async #historyOf(client: CheckoutUzClient, compared?: CashDeskKey): Promise<HistoryHint> {
    const records = await client.getHistory({ limit: HISTORY_LIMIT })
    const entries = records.map(({ number, amount, status }) => ({
      number,
      amount,
      paid: status === "paid",
    }))
    if (compared) await this.#unanswered.compare(compared, entries)
    const paid = entries.filter((entry) => entry.paid)
    return { kind: "paid_numbers", numbers: paid.map(({ number }) => number) }
  }

  /** Once a day: what was made with the key in force is not verified until it can be decrypted. */
  async #noticeUnreadableKey(cashDesk: string, reason: string): Promise<void> {
    const today = (await databaseNow(this.#sql)).toISOString().slice(0, 10)
    await raiseAlert(this.#sql, {
      kind: "cash_desk_without_key",
      occasion: `encrypted:${this.#serviceUrl}:${cashDesk}:${today}`,
      cashDesk,
      reason,
    })
  }

  /** Whether a history could say anything new about the cash desk's invoices. */
  async #hasOpenInvoices(desk: CashDeskKey): Promise<boolean> {
    const rows = await rowsOf(
      this.#sql,
      `SELECT 1 FROM checkout_uz_invoice
        WHERE deleted_at IS NULL AND service_url = :serviceUrl AND cash_desk = :cashDesk
          AND state = ANY(:openStates) LIMIT 1`,
      { ...desk, openStates: OPEN_STATES }
    )
    return rows.length > 0
  }

  /** Our open invoices among the numbers a history named, also those no longer polled. */
  async findNamed(cashDesk: string, numbers: readonly InvoiceNumber[]): Promise<Invoice[]> {
    if (numbers.length === 0) return []
    return invoicesOf(
      this.#sql,
      `SELECT ${INVOICE_COLUMNS} FROM checkout_uz_invoice i
        WHERE i.deleted_at IS NULL AND i.service_url = :serviceUrl AND i.cash_desk = :cashDesk
          AND i.number = ANY(:numbers) AND i.state = ANY(:openStates)`,
      { ...this.#desk(cashDesk), numbers: numbers.map(String), openStates: OPEN_STATES }
    )
  }

  /**
   * Claims confirmed money that is due to be settled, of every cash desk: only where another amount
   * was paid is the service requested, so it does not wait for a refused key.
   */
  async claimUnsettled(limit: number): Promise<Claimed[]> {
    return claimDue(this.#sql, "i.service_url = :serviceUrl AND i.state = 'paid'", {
      serviceUrl: this.#serviceUrl,
      limit,
      leaseSeconds: SETTLE_LEASE_SECONDS,
    })
  }

  /** Claims due open invoices, but for those made with some keys, which the service refuses. */
  async claimDue(
    cashDesk: string,
    limit: number,
    exceptKeys: readonly string[]
  ): Promise<Claimed[]> {
    return claimDue(
      this.#sql,
      `i.service_url = :serviceUrl AND i.cash_desk = :cashDesk
         AND i.state = ANY(:openStates) AND i.key_fingerprint <> ALL(:exceptKeys)`,
      {
        ...this.#desk(cashDesk),
        openStates: OPEN_STATES,
        exceptKeys,
        limit,
        leaseSeconds: LEASE_SECONDS,
      }
    )
  }

  /** Gives back what was claimed and not verified, as it was due. */
  async giveBack(claimed: readonly Claimed[]): Promise<void> {
    await giveBack(this.#sql, claimed)
  }

  /** Whether the cash desk has a key in force; else every key is tried by itself. */
  async hasKeyInForce(cashDesk: string): Promise<boolean> {
    return (await this.#credentials.inForce(cashDesk)).kind === "key"
  }

  /** After an attempt without an answer. It never ends the polling: nothing was learned. */
  async scheduleUnanswered(invoice: Invoice): Promise<void> {
    const { now, next } = await this.#nextCheck(invoice)
    const later = new Date(now.getTime() + UNANSWERED_HOURS * 3_600_000)
    await scheduleCheck(this.#sql, invoice.id, next === "close" ? later : next)
  }

  /** After the answer that an invoice is not paid; closes it once the days of polling are over. */
  async scheduleNext(invoice: Invoice): Promise<void> {
    const { id, state } = invoice
    const { next } = await this.#nextCheck(invoice)
    if (next !== "close") return scheduleCheck(this.#sql, id, next)
    if (state === "closed") return stopPolling(this.#sql, id)
    if (state === "pending") await transitionInvoice(this.#sql, { id, to: "expired" })
    await transitionInvoice(this.#sql, { id, to: "closed" })
  }

  async #nextCheck(invoice: Invoice) {
    const watchDays = await this.#settings.watchDays()
    const now = await databaseNow(this.#sql)
    return { now, next: nextCheck({ ...invoice, watchDays }, now) }
  }

  /** Every cash desk that has open invoices, also one that has left the configuration. */
  async desksWithOpenInvoices(): Promise<string[]> {
    return this.#credentials.desksWithOpenInvoices()
  }

  /** Raises an alert; true for the first to notice that the cash desk's payments cannot be found. */
  async markRejected(
    cashDesk: string,
    alert: { kind: AlertKind; reason: string }
  ): Promise<boolean> {
    return markRejected(this.#sql, this.#desk(cashDesk), alert)
  }

  /** True where the cash desk had been refused before. */
  async markAccepted(cashDesk: string): Promise<boolean> {
    return markAccepted(this.#sql, this.#desk(cashDesk))
  }

  #desk(cashDesk: string): CashDeskKey {
    return { serviceUrl: this.#serviceUrl, cashDesk }
  }
}
