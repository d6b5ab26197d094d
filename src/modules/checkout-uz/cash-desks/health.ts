import type { CheckoutUzError } from "../../../client"
import { concernsCashDesk, problemOf } from "./problem"
import {
  countNotified,
  findCashDesk,
  hasUnknownInvoices,
  recordNotification,
  recordProblem,
  recordSuccess,
  type CashDeskRow,
  type Notifications,
} from "./repository"
import { reasonOf, type Sql } from "../database"

/** Milliseconds for which a recorded success is not recorded again by this process. */
const SUCCESS_MS = 10_000

/** What is remembered of a cash desk, and how many of its payments webhooks told of. */
export type HealthFacts = CashDeskRow & Notifications

/** How the cash desks are doing. */
export class CashDeskHealth {
  readonly #sql: Sql
  readonly #serviceUrl: string
  readonly #warn: (message: string) => void
  /** Until when a success of a cash desk is not recorded again. */
  readonly #successes = new Map<string, number>()

  constructor({
    sql,
    serviceUrl,
    warn,
  }: {
    sql: Sql
    serviceUrl: string
    warn: (message: string) => void
  }) {
    this.#sql = sql
    this.#serviceUrl = serviceUrl
    this.#warn = warn
  }

  /**
   * Records what became of a request with the key in force. Never throws: payments go on without it.
   */
  async noteRequest(cashDesk: string, failure: CheckoutUzError | undefined): Promise<void> {
    try {
      await (failure ? this.#noteFailure(cashDesk, failure) : this.#noteSuccess(cashDesk))
    } catch (error) {
      this.#warn(
        `What became of a call of cash desk "${cashDesk}" was not noted: ${reasonOf(error)}`
      )
    }
  }

  /** Records that a webhook told of an invoice. */
  async noteNotified(invoice: { id: string; serviceUrl: string; cashDesk: string }): Promise<void> {
    const { id: invoiceId, serviceUrl, cashDesk } = invoice
    await recordNotification(this.#sql, { serviceUrl, cashDesk, invoiceId })
  }

  async of(cashDesk: string): Promise<HealthFacts> {
    const desk = { serviceUrl: this.#serviceUrl, cashDesk }
    const row = await findCashDesk(this.#sql, desk)
    return { ...row, ...(await countNotified(this.#sql, desk)) }
  }

  /** Whether the service last said of an open invoice that it does not know it. */
  hasUnknownInvoices(cashDesk: string): Promise<boolean> {
    return hasUnknownInvoices(this.#sql, { serviceUrl: this.#serviceUrl, cashDesk })
  }

  async #noteSuccess(cashDesk: string): Promise<void> {
    if ((this.#successes.get(cashDesk) ?? 0) > performance.now()) return
    await recordSuccess(this.#sql, { serviceUrl: this.#serviceUrl, cashDesk })
    this.#successes.set(cashDesk, performance.now() + SUCCESS_MS)
  }

  async #noteFailure(cashDesk: string, failure: CheckoutUzError): Promise<void> {
    if (!concernsCashDesk(failure)) return
    this.#successes.delete(cashDesk)
    const desk = { serviceUrl: this.#serviceUrl, cashDesk }
    await recordProblem(this.#sql, desk, problemOf(failure))
  }
}
