export { confirmCardPayment } from "./confirm"
export type { CardRefusal, CodeRefusal } from "./outcomes"
export { startCardPayment } from "./start"
