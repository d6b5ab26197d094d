export { confirmCardCode, sendCardCode } from "./card"
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
  Payment,
  PaymentMethod,
  PaymentStatus,
  Receipt,
  ReceiptRow,
  StartedPayment,
} from "./types"
export { waitForPayment, type WaitOptions } from "./wait"
