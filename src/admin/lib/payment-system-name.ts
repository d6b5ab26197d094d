import type { z } from "zod"
import type { paymentMethodSchema } from "../../contract"

export type PaymentMethod = z.infer<typeof paymentMethodSchema>

/** Whole names: none of them is ever translated. */
const NAMES = new Map([
  ["click", "Click"],
  ["payme", "Payme"],
  ["uzum", "Uzum Bank"],
  ["uzcard", "Uzcard"],
  ["humo", "Humo"],
  ["paynet", "Paynet"],
  ["paylov", "Paylov"],
  ["plum", "Plum"],
  ["xazna", "Xazna"],
  ["oson", "OSON"],
  ["alif", "Alif"],
  ["anor", "Anor"],
])

/** A payment system's name, as far as it is known: else the key the service calls it by. */
export function nameOfPaymentSystem(key: string, methods: readonly PaymentMethod[]): string {
  return NAMES.get(key) ?? methods.find((method) => method.key === key)?.name ?? key
}
