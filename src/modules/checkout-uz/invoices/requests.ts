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
import type { Problem } from "../cash-desks/problem"
import { OTHER_SERVICE, serviceProblem } from "../cash-desks/service-problem"
import { findById } from "./repository"
import { verifyInvoice, type Verification, type VerifyDependencies } from "./verify"

/** What the service is asked about invoices that are recorded, each with the key it was made with. */
export type InvoiceRequests = ReturnType<typeof openInvoiceRequests>

/** A cash desk's transactions, or why nobody can be asked for them. */
export type History =
  { kind: "read"; records: PaymentStatusRecord[] } | { kind: "no_key"; problem: Problem }

export function openInvoiceRequests({
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
  const verifying: VerifyDependencies = {
    sql,
    warn,
    requestStatus: async (invoice) => {
      refuseOtherService(invoice)
      return credentials.statusOf(invoice)
    },
  }

  function refuseOtherService(invoice: Invoice): void {
    // INVARIANT: two services' books never mix. Another service's invoice of the same number says
    // nothing about this one.
    if (invoice.serviceUrl !== serviceUrl) throw otherService(invoice)
  }

  function otherService(invoice: Invoice): MedusaError {
    return new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `it was made at ${invoice.serviceUrl}, and baseUrl in the plugin's options is ${serviceUrl}.`,
      OTHER_SERVICE
    )
  }

  async function clientFor(invoice: Invoice): Promise<CheckoutUzClient> {
    refuseOtherService(invoice)
    return credentials.clientFor(invoice)
  }

  /**
   * Asks the service whether an invoice is paid, unless that is known; see {@link verifyInvoice}.
   * Money that waits to be spent and was confirmed by another service is no confirmation here.
   */
  async function verifyKnown(known: Invoice, { wait }: { wait: boolean }): Promise<Verification> {
    const verification = await verifyInvoice(verifying, known, { wait })
    const { kind, invoice } = verification
    const waits = kind === "confirmed" && isSpendable(invoice)
    if (!waits || invoice.serviceUrl === serviceUrl) return verification
    const error = otherService(invoice)
    const problem = serviceProblem(error, invoice.cashDesk)
    return { kind: "unanswered", invoice, message: error.message, cause: "failed", problem }
  }

  return {
    verifyKnown,
    /** The same for an invoice that was not read yet. */
    verify: async (invoiceId: string, options: { wait: boolean }): Promise<Verification> => {
      const known = await findById(sql, invoiceId)
      if (!known) throw new Error(`There is no invoice ${invoiceId} in the ledger.`)
      return verifyKnown(known, options)
    },

    /**
     * The fiscal receipt of an invoice, in whatever shape the service has it (`POST /get_fiscal`).
     *
     * @throws CheckoutUzError, or MedusaError (invalid data) where it cannot be asked for
     */
    fiscalOf: async (invoice: Invoice): Promise<FiscalData> => {
      refuseOtherService(invoice)
      return credentials.fiscalOf(invoice)
    },

    /**
     * Sends a code by SMS to the owner of a card that is to pay an invoice (`POST /pay_via_card`).
     *
     * @throws CheckoutUzError, or MedusaError (invalid data) where there is no key; neither holds
     *   the card
     */
    payViaCard: async (
      invoice: Invoice,
      card: { cardNumber: string; cardExpiry: string }
    ): Promise<CardPaymentStarted> => {
      const client = await clientFor(invoice)
      return client.payViaCard({ orderId: invoice.number, ...card })
    },

    /**
     * Confirms a card payment with the code (`POST /confirm_card_payment`). What it answers is no
     * evidence of the payment: only `verify` is.
     *
     * @throws CheckoutUzError, or MedusaError (invalid data) where there is no key; neither holds
     *   the code
     */
    confirmCardPayment: async (
      invoice: Invoice,
      confirmation: { paymentToken: string; smsCode: string }
    ): Promise<void> => {
      const client = await clientFor(invoice)
      await client.confirmCardPayment(confirmation)
    },

    /**
     * A cash desk's transactions as the service has them (`POST /get_history`). Which ones these are
     * where there are more than `limit`, and in which order, is not documented.
     *
     * INVARIANT: a key that was set in the admin and cannot be opened is not replaced by another one,
     * which may be another cash desk's. A desk that has left the configuration is asked about with
     * the key that was kept for it.
     *
     * @returns a problem where there is no API key to ask with
     * @throws CheckoutUzError
     */
    historyOf: async (cashDesk: string, limit: number): Promise<History> => {
      const { client, problem } = await credentials.pollingClientOf(cashDesk)
      if (problem && (!client || problem.code !== "no_key")) return { kind: "no_key", problem }
      // An empty history would be a sentence about money; that nobody was asked is none.
      if (!client) throw new Error(`Nobody can be asked about cash desk "${cashDesk}".`)
      return { kind: "read", records: await client.getHistory({ limit }) }
    },
  }
}
