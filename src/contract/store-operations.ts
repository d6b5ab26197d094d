import type { StoreOperation } from "./operation"
import { orderReceiptQuerySchema, paymentMethodsQuerySchema } from "./store"

const ROOT = "/store/checkout-uz"
const SESSION = `${ROOT}/payment-sessions/{id}`

/** Every route under `/store/checkout-uz`, which a shop's own pages ask. */
export const STORE_OPERATIONS: readonly StoreOperation[] = [
  {
    method: "GET",
    path: `${ROOT}/payment-methods`,
    summary: "The payment systems that a region's customers can pay with",
    tag: "Store",
    query: paymentMethodsQuerySchema,
    answers: ["PaymentMethods"],
    codes: ["invalid_request", "region_not_offered", "unavailable"],
  },
  {
    method: "GET",
    path: SESSION,
    summary: "What has become of a payment session",
    tag: "Store",
    answers: ["PaymentSession"],
    codes: ["unknown_session", "unavailable"],
  },
  {
    method: "POST",
    path: `${SESSION}/refresh`,
    summary: "A new invoice for a payment session whose invoice has expired",
    tag: "Store",
    answers: ["PaymentSession"],
    codes: [
      "invalid_request",
      "amount_not_taken",
      "email_missing",
      "delivery_missing",
      "unknown_session",
      "already_paid",
      "cart_changed",
      "not_payable",
      "in_progress",
      "too_many_attempts",
      "unavailable",
    ],
  },
  {
    method: "POST",
    path: `${SESSION}/card`,
    summary: "Step 1 of a card payment: a code goes to the card's owner by SMS",
    tag: "Store",
    body: "Card",
    answers: ["CardStarted"],
    codes: [
      "invalid_request",
      "invalid_card_number",
      "invalid_card_expiry",
      "card_refused",
      "switched_off",
      "unknown_session",
      "already_paid",
      "not_payable",
      "too_many_attempts",
      "unavailable",
    ],
  },
  {
    method: "POST",
    path: `${SESSION}/card/confirm`,
    summary: "Step 2 of a card payment: the code from the SMS",
    tag: "Store",
    body: "ConfirmCard",
    answers: ["PaymentSession"],
    codes: [
      "invalid_request",
      "invalid_code",
      "code_refused",
      "code_expired",
      "unknown_session",
      "too_many_attempts",
      "unavailable",
    ],
  },
  {
    method: "GET",
    path: `${ROOT}/orders/{id}/receipt`,
    summary: "The fiscal receipt of an order, for the customer who placed it",
    tag: "Store",
    query: orderReceiptQuerySchema,
    answers: ["OrderReceipt"],
    codes: ["invalid_request", "unknown_order", "receipt_not_ready", "unavailable"],
  },
]
