import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { AbstractPaymentProvider, MedusaError } from "@medusajs/framework/utils"
import {
  findMoney,
  isConfirmed,
  NOTHING_MISSING,
  readProviderOptions,
  type Counted,
  type Invoice,
} from "../../modules/checkout-uz"
import { medusaUzs, type Collaborators } from "../../payment-context"
import { authorizePayment } from "./authorize-payment"
import { findCollaborators, type ProviderCradle } from "./collaborators"
import { initiatePayment } from "./initiate-payment"
import { refundPayment } from "./refund-payment"
import { refusal } from "./refusals"
import { isPaid, progressOf, sessionData, type HandedOut } from "./session-data"
import { webhookAction } from "./webhook-action"

/**
 * Medusa's payment provider for Checkout.uz: translates payment sessions to invoices. Money is
 * believed only by way of the ledger, which asks the service itself.
 */
export class CheckoutUzPaymentProvider extends AbstractPaymentProvider {
  static override identifier = "checkout-uz"

  readonly #cradle: ProviderCradle
  readonly #cashDesk: string
  /** As they are written, and whether they can be used. */
  readonly #written: Record<string, unknown> | undefined
  readonly #isWrong: boolean

  constructor(cradle: ProviderCradle, options: Record<string, unknown> | undefined) {
    super(cradle, options)
    this.#cradle = cradle
    const { options: read, problem } = readProviderOptions(options)
    this.#cashDesk = read?.cashDesk ?? "main"
    this.#written = options
    this.#isWrong = problem !== undefined
  }

  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const collaborators = this.#collaborators()
    const problem = this.#isWrong
      ? await this.#problemOfEntry(collaborators, input)
      : collaborators.ledger.optionsProblem
    if (problem) throw refusal("wrong_configuration", problem)
    return initiatePayment(collaborators, this.#cashDesk, input)
  }

  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return authorizePayment(this.#collaborators(), this.#cashDesk, input)
  }

  /** Nothing to move: a payment exists only once the service has the money. Confirms that. */
  async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const spent = await this.#collaborators().ledger.invoices.spentBy(sessionIdIn(input.data))
    if (spent.length === 0 || !spent.every(isConfirmed)) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "The money of this payment has not arrived, so it cannot be captured."
      )
    }
    return { data: input.data ?? {} }
  }

  /** Never changes what happened to money: core also cancels the loser of a race for one payment. */
  cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return Promise.resolve({ data: input.data ?? {} })
  }

  /**
   * Nothing to do: an invoice cannot be taken back, and its page can still be paid. Whatever is named
   * in `data` may be somebody else's, since a client can send it.
   */
  deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return Promise.resolve({ data: input.data ?? {} })
  }

  async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    return refundPayment(this.#collaborators(), input)
  }

  async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    const sessionId = sessionIdIn(input.data)
    const handedOut = await this.#fresh(sessionId)
    return { data: sessionData(handedOut, sessionId, input.data) }
  }

  async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const sessionId = sessionIdIn(input.data)
    const handedOut = await this.#fresh(sessionId)
    return {
      status: isPaid(handedOut) ? "captured" : "pending",
      data: sessionData(handedOut, sessionId, input.data),
    }
  }

  /** The service cannot change an invoice; another amount needs another session. */
  updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const agreed = medusaUzs(input.data?.["amount"])
    if (agreed === undefined || agreed !== medusaUzs(input.amount)) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "An invoice's amount cannot change: start a new payment session for the new amount."
      )
    }
    return Promise.resolve({ data: input.data ?? {} })
  }

  async getWebhookActionAndData(
    payload: ProviderWebhookPayload["payload"]
  ): Promise<WebhookActionResult> {
    return webhookAction(this.#collaborators(), this.#cashDesk, payload)
  }

  /** One message for the developer. Medusa does not tell a provider its id: the session has it. */
  async #problemOfEntry(
    { payment }: Collaborators,
    { context }: InitiatePaymentInput
  ): Promise<string | undefined> {
    const id = context?.idempotency_key
    const session =
      id && (await payment.retrievePaymentSession(id, { select: ["id", "provider_id"] }))
    const entry = session ? `the payment provider ${session.provider_id}` : undefined
    return readProviderOptions(this.#written, entry).problem
  }

  #collaborators(): Collaborators {
    return findCollaborators(this.#cradle)
  }

  /** What a session was handed, as the service has it now, with how far its payment has come. */
  async #fresh(sessionId: string): Promise<HandedOut> {
    const { ledger } = this.#collaborators()
    const spent = await ledger.invoices.spentBy(sessionId)
    const bound = spent.at(-1) ?? (await ledger.invoices.ofSession(sessionId))
    if (!bound) {
      throw new MedusaError(
        MedusaError.Types.NOT_FOUND,
        "There is no invoice for this payment session."
      )
    }
    const { invoice } = await ledger.requests.verify(bound.id, { wait: true })
    if (!invoice.part) return { invoice, progress: undefined }
    const money =
      spent.length > 0
        ? { invoices: spent, missing: NOTHING_MISSING }
        : await moneyOf(ledger, invoice)
    return { invoice, progress: progressOf(money, ledger.options) }
  }
}

/** What has come of the payment that a part belongs to. */
async function moneyOf(
  { invoices }: Collaborators["ledger"],
  { part, ...invoice }: Invoice
): Promise<Counted> {
  const known = await invoices.ofCollections([invoice.paymentCollectionId])
  const amount = part?.planAmount ?? invoice.sessionAmount
  return findMoney(known, { ...invoice, amount, abandonedSessions: new Set() })
}

/** Good enough to look a session's invoice up; never a reason to believe in a payment. */
function sessionIdIn(data: Record<string, unknown> | undefined): string {
  const id = data?.["session_id"]
  return typeof id === "string" ? id : ""
}
