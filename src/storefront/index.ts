/**
 * For a shop's browser: starts a payment, waits for it, pays by card, reads the receipt. It depends on nothing.
 *
 * @module storefront
 */
export { confirmCardCode, sendCardCode, type ConfirmOptions } from "./card"
export { partsOfCart, type CartToPay } from "./parts"
export {
  orderReceipt,
  paymentMethods,
  paymentStatus,
  refreshPayment,
  startPayment,
  type StartInput,
} from "./payment"
export { connect, PaymentError, type Connection, type Store, type StoreRequest } from "./store"
export type {
  Card,
  CodeSent,
  Parts,
  Payment,
  PaymentMethod,
  PaymentStatus,
  Receipt,
  ReceiptRow,
  StartedPayment,
} from "./types"
export { waitForPayment, type WaitOptions } from "./wait"
