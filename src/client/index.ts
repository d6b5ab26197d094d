/** The typed HTTP client of the service: the ground floor, which knows the wire and nothing above. */
export { createCheckoutUzClient } from "./client"
export {
  AddressNotAllowedError,
  CheckoutUzError,
  MalformedAnswerError,
  NotFoundError,
  RateLimitedError,
  RefusedError,
  UnauthorizedError,
  UnavailableError,
  type CheckoutUzErrorCode,
} from "./errors"
export { parseJsonExactly, type JsonValue } from "./exact-json"
export { invoiceNumberSchema, parseInvoiceNumber, type InvoiceNumber } from "./invoice-number"
export {
  compareUzs,
  isInvoiceable,
  MAX_INVOICE_AMOUNT,
  MIN_INVOICE_AMOUNT,
  parseUzs,
  roundToTiyin,
  roundToWholeSom,
  uzsSchema,
  uzsToWireNumber,
  type Uzs,
} from "./money"
export type { OperationName } from "./operation-names"
export { parseHttpDate } from "./retry-after"
export { cutText } from "./texts"
export type * from "./types"
export { parseWebhook, type PaymentConfirmed, type WebhookParse } from "./webhook"
