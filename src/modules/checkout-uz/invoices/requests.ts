import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { MedusaError } from "@medusajs/framework/utils"
import type {
  CardPaymentStarted,
  CheckoutUzClient,
  FiscalData,
  PaymentStatusRecord,
} from "../../../client"
import type { Invoice } from "./invoice"
import { isSpendable } from "./states"
import type { Credentials } from "../credentials/credentials"
import type { Problem, ProblemCode } from "../cash-desks/problem"
import { serviceProblem } from "../cash-desks/service-problem"
import { findById } from "./repository"
import { verifyInvoice, type Verification, type VerifyDependencies } from "./verify"

/** A cash desk's transactions, or why they cannot be requested. */
type History =
  { kind: "read"; records: PaymentStatusRecord[] } | { kind: "no_key"; problem: Problem }

/** Requests about recorded invoices, each with the API key it was made with. */
export class InvoiceRequests {
  readonly #sql: Knex
  readonly #serviceUrl: string
  readonly #credentials: Credentials
  readonly #verifying: VerifyDependencies

  constructor({
    sql,
    serviceUrl,
    credentials,
    warn,
  }: {
    sql: Knex
    serviceUrl: string
    credentials: Credentials
    warn: (message: string) => void
  }) {
    this.#sql = sql
    this.#serviceUrl = serviceUrl
    this.#credentials = credentials
    this.#verifying = {
      sql,
      warn,
      requestStatus: async (invoice) => {
        this.#refuseOtherService(invoice)
        return credentials.statusOf(invoice)
      },
    }
  }

  #refuseOtherService(invoice: Invoice): void {
    // INVARIANT: two services' books never mix. Another service's invoice of the same number says
    // nothing about this one.
    if (invoice.serviceUrl !== this.#serviceUrl) throw this.#otherService(invoice)
  }

  #otherService(invoice: Invoice): MedusaError {
    return new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `it was made at ${invoice.serviceUrl}, and baseUrl in the plugin's options is ${this.#serviceUrl}.`,
      "other_service" satisfies ProblemCode
    )
  }

  async #clientFor(invoice: Invoice): Promise<CheckoutUzClient> {
    this.#refuseOtherService(invoice)
    return this.#credentials.clientFor(invoice)
  }

  /**
   * Verifies an invoice, unless its money is confirmed already; see {@link verifyInvoice}. Unspent
   * money that another service has confirmed is no confirmation here.
   */
  async verifyKnown(known: Invoice, options: { wait: boolean }): Promise<Verification> {
    const verification = await verifyInvoice(this.#verifying, known, options)
    const { kind, invoice } = verification
    const isUnspent = kind === "confirmed" && isSpendable(invoice)
    if (!isUnspent || invoice.serviceUrl === this.#serviceUrl) return verification
    const error = this.#otherService(invoice)
    const problem = serviceProblem(error, invoice.cashDesk)
    return { kind: "unanswered", invoice, message: error.message, cause: "failed", problem }
  }

  /** The same for an invoice that was not read yet. */
  async verify(invoiceId: string, options: { wait: boolean }): Promise<Verification> {
    const known = await findById(this.#sql, invoiceId)
    if (!known) throw new Error(`There is no invoice ${invoiceId} in the ledger.`)
    return this.verifyKnown(known, options)
  }

  /**
   * The fiscal receipt of an invoice, in whatever shape the service has it (`POST /get_fiscal`).
   *
   * @throws CheckoutUzError, or MedusaError (invalid data) where it cannot be requested
   */
  async fiscalOf(invoice: Invoice): Promise<FiscalData> {
    this.#refuseOtherService(invoice)
    return this.#credentials.fiscalOf(invoice)
  }

  /**
   * Sends a code by SMS to the owner of a card that is to pay an invoice (`POST /pay_via_card`).
   *
   * @throws CheckoutUzError, or MedusaError (invalid data) where there is no key; neither holds
   *   the card
   */
  async payViaCard(
    invoice: Invoice,
    card: { cardNumber: string; cardExpiry: string }
  ): Promise<CardPaymentStarted> {
    const client = await this.#clientFor(invoice)
    return client.payViaCard({ orderId: invoice.number, ...card })
  }

  /**
   * Confirms a card payment with the code (`POST /confirm_card_payment`). What it answers is no
   * evidence of the payment: only `verify` is.
   *
   * @throws CheckoutUzError, or MedusaError (invalid data) where there is no key; neither holds
   *   the code
   */
  async confirmCardPayment(
    invoice: Invoice,
    confirmation: { paymentToken: string; smsCode: string }
  ): Promise<void> {
    const client = await this.#clientFor(invoice)
    await client.confirmCardPayment(confirmation)
  }

  /**
   * A cash desk's transactions as the service has them (`POST /get_history`). Which ones these are
   * where there are more than `limit`, and in which order, is not documented.
   *
   * INVARIANT: an admin's key that cannot be decrypted is not replaced by another one, which may be
   * another cash desk's. The history of a cash desk that has left the configuration is requested with
   * its retired key.
   *
   * @returns a problem where there is no API key
   * @throws CheckoutUzError
   */
  async historyOf(cashDesk: string, limit: number): Promise<History> {
    const { client, problem } = await this.#credentials.pollingClientOf(cashDesk)
    if (problem && (!client || problem.code !== "no_key")) return { kind: "no_key", problem }
    // An empty history would say something about money.
    if (!client) throw new Error(`Cash desk "${cashDesk}" has neither an API key nor a problem.`)
    return { kind: "read", records: await client.getHistory({ limit }) }
  }
}
