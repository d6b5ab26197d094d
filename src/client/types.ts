import type { JsonValue } from "./exact-json"
import type { InvoiceNumber } from "./invoice-number"
import type { Uzs } from "./money"

/** Where the client writes what a merchant's log should know. Never given a secret. */
export type ClientLogger = { warn(message: string): void; debug(message: string): void }

/** How to reach one cash desk of the service. */
export type CheckoutUzClientConfig = {
  apiKey: string
  /** Default "https://checkout.uz/api/v1"; with or without a slash at its end. */
  baseUrl?: string | undefined
  /** Milliseconds for a whole call: attempts, waits between them and reading the answer. Default 10,000. */
  timeoutMs?: number | undefined
  /** How often a read is repeated after its first attempt. Default 2. Writes are never repeated. */
  maxRetries?: number | undefined
  /** Milliseconds: the base of the growing, jittered wait between attempts. Default 200. */
  retryDelayMs?: number | undefined
  logger?: ClientLogger | undefined
}

/** What `/create_payment` takes; the amount is 1,000 to 10,000,000 UZS, at most two decimals. */
export type CreatePaymentInput = {
  amount: Uzs
  description?: string | undefined
  webhookUrl?: string | undefined
  returnUrl?: string | undefined
}

/** What `/create_payment` answers. Addresses are not judged here beyond being http(s). */
export type CreatedInvoice = {
  number: InvoiceNumber
  uuid: string
  paymentUrl: string
  /** The amount the service echoed, in UZS. The caller compares it. */
  amount: Uzs
  status: string
  /** Payment system key to the address that starts it. Empty when the service sent none. */
  payVia: Record<string, string>
  customPaymentPages: { domain: string; url: string }[]
  returnUrl: string | undefined
  lifetimeSeconds: number
  /** The service gave no readable lifetime, and an hour was assumed. */
  lifetimeAssumed: boolean
}

/** Exactly one way to name an invoice: `/status_payment` takes one of id and uuid. */
export type StatusPaymentInput = { id: InvoiceNumber; uuid?: never } | { uuid: string; id?: never }

/** What the service says about one invoice. Only the very word "paid" in `status` means paid. */
export type PaymentStatusRecord = {
  number: InvoiceNumber
  amount: Uzs
  status: string
  /** The service's text; its time zone is not known, so it is never computed with. */
  createdAt: string | undefined
  /** As `createdAt`. */
  paidAt: string | undefined
}

/** What `/get_fiscal` answers: any JSON value, null when there was no body. */
export type FiscalData = JsonValue

export type PayViaCardInput = {
  orderId: InvoiceNumber
  /** 16 digits, with or without spaces. */
  cardNumber: string
  /** MM/YY */
  cardExpiry: string
}
/** The token is valid for five minutes; the message is for a person and may be empty. */
export type CardPaymentStarted = { paymentToken: string; message: string }

export type ConfirmCardPaymentInput = { paymentToken: string; smsCode: string }
/** `type` is "success" when the service took the code. Evidence of payment is `/status_payment` alone. */
export type CardPaymentConfirmed = { type: string }

/** Exact decimals as text; a balance may be below zero. */
export type Balance = { uzs: string; usd: string; ton: string }

/** `totalAmount` is an exact decimal as text, in UZS. */
export type Stats = { totalOrders: number; totalAmount: string }

/** Logos are whatever the service sent: whoever shows one judges its address. */
export type PaymentMethod = {
  key: string
  name: string
  logoLight: string | undefined
  logoDark: string | undefined
}

/** The nine operations (docs/service.md, 1.9). Every method rejects with a `CheckoutUzError` only. */
export type CheckoutUzClient = {
  createPayment(input: CreatePaymentInput): Promise<CreatedInvoice>
  statusPayment(input: StatusPaymentInput): Promise<PaymentStatusRecord>
  getFiscal(input: { orderId: InvoiceNumber }): Promise<FiscalData>
  payViaCard(input: PayViaCardInput): Promise<CardPaymentStarted>
  confirmCardPayment(input: ConfirmCardPaymentInput): Promise<CardPaymentConfirmed>
  getBalance(): Promise<Balance>
  getHistory(input?: { limit?: number | undefined }): Promise<PaymentStatusRecord[]>
  getStats(): Promise<Stats>
  getPaymentMethods(): Promise<PaymentMethod[]>
}
