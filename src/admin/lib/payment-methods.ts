import { useQuery } from "@tanstack/react-query"
import { overviewAnswerSchema } from "../../contract"
import { ask } from "./ask"
import { lastDays } from "./format"
import type { PaymentMethod } from "./payment-system-name"

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
