import { useQuery } from "@tanstack/react-query"
import type { z } from "zod"
import { overviewAnswerSchema, type paymentMethodSchema } from "../../contract"
import { ask } from "./ask"
import { lastDays } from "./format"

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

/** The payment methods of a cash desk with their logos; empty while, or where, they are unknown. */
export function usePaymentMethods(handle: string | undefined): readonly PaymentMethod[] {
  const today = lastDays(1)
  const { data } = useQuery({
    queryKey: ["checkout-uz", "payment-methods", handle],
    queryFn: () =>
      ask(overviewAnswerSchema, `/cash-desks/${encodeURIComponent(handle ?? "")}/overview`, {
        query: today,
      }),
    enabled: handle !== undefined,
    staleTime: 60 * 60 * 1000,
    select: (overview) => overview.service?.payment_methods ?? [],
  })
  return data ?? []
}
