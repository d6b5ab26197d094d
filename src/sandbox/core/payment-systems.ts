import { cardPaymentSystem } from "../assumptions"
import type { Invoice, Payment } from "./state"
import { uzsNumber } from "./money"

export type PaymentSystem = { key: string; name: string; colour: string }

/** All payment systems a cash desk can enable, by the key of `_pay_via` and `/get_payment_methods`. */
export const paymentSystems: readonly PaymentSystem[] = [
  { key: "click", name: "Click", colour: "#0a5fe0" },
  { key: "payme", name: "Payme", colour: "#0b7a7a" },
  { key: "card", name: "Bank card", colour: "#334155" },
  { key: "plum", name: "Plum", colour: "#8e3f9e" },
  { key: "paylov", name: "Paylov", colour: "#0b7d47" },
  { key: "xazna", name: "Xazna", colour: "#b45309" },
  { key: "oson", name: "OSON", colour: "#c2410c" },
  { key: "uzum", name: "Uzum Bank", colour: "#6d28d9" },
  { key: "paynet", name: "Paynet", colour: "#15803d" },
  { key: "alif", name: "Alif", colour: "#047857" },
  { key: "anor", name: "Anor", colour: "#be123c" },
]

export const paymentSystem = (key: string): PaymentSystem | undefined =>
  paymentSystems.find((system) => system.key === key)

/** Whether a payment may be booked under this key: an enabled method's, or a card payment's own. */
export const isPaymentSystemKey = (key: string): boolean =>
  key === cardPaymentSystem || (key !== "card" && paymentSystem(key) !== undefined)

/** The key a payment made on a method's page is booked under. */
export const bookedAs = (methodKey: string): string =>
  methodKey === "card" ? cardPaymentSystem : methodKey

/** What a payment is booked under where nobody chose a system: the first one that is enabled. */
export const usualSystem = (methods: readonly string[]): string => bookedAs(methods[0] ?? "click")

/** The system a payment was booked under. */
export const bookedSystem = (key: string): PaymentSystem | undefined =>
  paymentSystem(key === cardPaymentSystem ? "card" : key)

/** `provider_details` of the webhook, in another shape for each system (docs/service.md, 7.9). */
export const providerDetails = (invoice: Invoice, payment: Payment): Record<string, unknown> => {
  const amount = uzsNumber(payment.tiyin)
  switch (payment.system) {
    case "click":
      return {
        service_id: 4242,
        click_trans_id: payment.transaction,
        merchant_trans_id: String(invoice.number),
        amount,
        action: 1,
        error: 0,
        error_note: "Success",
        sign_string: "sandbox",
      }
    case "payme":
      return { id: payment.transaction.toString(16), state: 2, amount: payment.tiyin, reason: null }
    case cardPaymentSystem:
      return { transaction_id: payment.transaction, amount, card: payment.maskedCard }
    default:
      return { transaction: String(payment.transaction), sum: amount }
  }
}
