import { queryOptions, useQuery } from "@tanstack/react-query"
import type { z } from "zod"
import { overviewAnswerSchema, type paymentMethodSchema } from "../../contract"
import { ask } from "./ask"
import { lastDays } from "./format"

/** A payment system of a cash desk, with its logos where they are safe to show. */
export type PaymentMethod = z.infer<typeof paymentMethodSchema>

/** What is enabled for a cash desk changes rarely: asked for once in an hour. */
export function paymentMethodsQuery(handle: string | undefined) {
  return queryOptions({
    queryKey: ["checkout-uz", "payment-methods", handle],
    queryFn: async (): Promise<readonly PaymentMethod[]> => {
      const path = `/cash-desks/${encodeURIComponent(handle ?? "")}/overview`
      const { service } = await ask(overviewAnswerSchema, path, { query: lastDays(1) })
      return service?.payment_methods ?? []
    },
    enabled: handle !== undefined,
    staleTime: 60 * 60 * 1000,
    retry: false,
  })
}

/** The payment methods of a cash desk with their logos; empty while, or where, they are unknown. */
export function usePaymentMethods(handle: string | undefined): readonly PaymentMethod[] {
  return useQuery(paymentMethodsQuery(handle)).data ?? []
}
