import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query"
import {
  checkAnswerSchema,
  type Invoice,
  completeRefundAnswerSchema,
  invoiceAnswerSchema,
  invoicesAnswerSchema,
  paymentLinkAnswerSchema,
  receiptAnswerSchema,
} from "../../contract"
import { ask } from "../lib/ask"

/** While an invoice can be paid the customer may be paying it at this moment. */
const WHILE_PAYABLE_MS = 15_000

const pathOf = (invoiceId: string) => `/invoices/${encodeURIComponent(invoiceId)}`
const linkPathOf = (orderId: string) => `/orders/${encodeURIComponent(orderId)}/payment-link`
const detailOf = (invoiceId: string) => ({
  queryKey: ["checkout-uz", "invoices", "detail", invoiceId],
  queryFn: () => ask(invoiceAnswerSchema, pathOf(invoiceId)),
})

export function useInvoicesOfOrder(orderId: string) {
  return useQuery({
    queryKey: ["checkout-uz", "invoices", "of-order", orderId],
    queryFn: () =>
      ask(invoicesAnswerSchema, "/invoices", { query: { order_id: orderId, limit: 100 } }),
    refetchInterval: ({ state }) =>
      state.data?.invoices.some(({ payment_url }) => payment_url !== null) && WHILE_PAYABLE_MS,
  })
}

/** The refunds that hang on these invoices; `error` where one of them could not be read. */
export function useRefunds(invoices: readonly Invoice[]) {
  return useQueries({
    queries: invoices.map(({ id }) => detailOf(id)),
    combine: (answers) => ({
      refunds: answers.flatMap(({ data }) => data?.invoice.refunds ?? []),
      error: answers.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const { isError, refetch } of answers) if (isError) void refetch()
      },
    }),
  })
}

export function useReceipt(invoiceId: string, wanted: boolean) {
  return useQuery({
    queryKey: ["checkout-uz", "receipt", invoiceId],
    queryFn: () => ask(receiptAnswerSchema, `${pathOf(invoiceId)}/receipt`),
    enabled: wanted,
  })
}

export function usePaymentLink(orderId: string) {
  return useQuery({
    queryKey: ["checkout-uz", "payment-link", orderId],
    queryFn: () => ask(paymentLinkAnswerSchema, linkPathOf(orderId)),
    refetchInterval: ({ state }) => Boolean(state.data?.invoice) && WHILE_PAYABLE_MS,
  })
}

export function useMakeLink(orderId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (providerId: string | undefined) =>
      ask(paymentLinkAnswerSchema, linkPathOf(orderId), {
        method: "POST",
        body: providerId === undefined ? {} : { provider_id: providerId },
      }),
    onSuccess: refresh,
  })
}

export function useCheck(invoiceId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => ask(checkAnswerSchema, `${pathOf(invoiceId)}/check`, { method: "POST" }),
    onSuccess: refresh,
  })
}

export function useCompleteRefund(refundId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (note: string) =>
      ask(completeRefundAnswerSchema, `/refunds/${encodeURIComponent(refundId)}/complete`, {
        method: "POST",
        body: note === "" ? {} : { note },
      }),
    onSuccess: refresh,
  })
}

/** Ours, and the order around us: a payment that has come changes what Medusa says beside it. */
function useRefresh() {
  const client = useQueryClient()
  return async () => {
    void client.invalidateQueries({ queryKey: ["orders"] })
    await client.invalidateQueries({ queryKey: ["checkout-uz"] })
  }
}
