import { useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query"
import type { z } from "zod"
import {
  checkAnswerSchema,
  type Invoice,
  invoiceAnswerSchema,
  invoicesAnswerSchema,
  paymentLinkAnswerSchema,
} from "../../contract"
import { ask } from "../lib/ask"
import { useRefresh } from "../lib/refresh"
import { eachOnce } from "../lib/shares"

/** While an invoice can be paid the customer may be paying it at this moment. */
const WHILE_PAYABLE_MS = 15_000
/** Medusa's own parts of the page refund and cancel, and say nothing of it to ours. */
const BESIDE_MEDUSA_MS = 5_000

const pathOf = (invoiceId: string) => `/invoices/${encodeURIComponent(invoiceId)}`
const linkPathOf = (orderId: string) => `/orders/${encodeURIComponent(orderId)}/payment-link`
const linkKeyOf = (orderId: string) => ["checkout-uz", "payment-link", orderId]
/** Read anew where the list, which is read all the time, says something else of its money. */
const detailOf = ({ id, state, given_back, to_send }: Invoice) => ({
  queryKey: ["checkout-uz", "invoices", "detail", id, state, given_back, to_send],
  queryFn: () => ask(invoiceAnswerSchema, pathOf(id)),
})

export function useInvoicesOfOrder(orderId: string) {
  return useQuery({
    queryKey: ["checkout-uz", "invoices", "of-order", orderId],
    queryFn: () =>
      ask(invoicesAnswerSchema, "/invoices", { query: { order_id: orderId, limit: 100 } }),
    refetchInterval: BESIDE_MEDUSA_MS,
  })
}

/** What is to be sent back, or was, of these invoices; `error` where one of them could not be read. */
export function usePayouts(invoices: readonly Invoice[]) {
  return useQueries({
    queries: invoices.map(detailOf),
    combine: (answers) => ({
      payouts: eachOnce(answers.flatMap(({ data }) => data?.invoice.payouts ?? [])),
      error: answers.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const { isError, refetch } of answers) if (isError) void refetch()
      },
    }),
  })
}

export function usePaymentLink(orderId: string) {
  return useQuery({
    queryKey: linkKeyOf(orderId),
    queryFn: () => ask(paymentLinkAnswerSchema, linkPathOf(orderId)),
    refetchInterval: ({ state }) => Boolean(state.data?.invoice) && WHILE_PAYABLE_MS,
  })
}

export function useMakeLink(orderId: string) {
  const client = useQueryClient()
  const refresh = useRefreshWithOrder()
  return useMutation({
    mutationFn: (providerId: string | undefined) =>
      ask(paymentLinkAnswerSchema, linkPathOf(orderId), {
        method: "POST",
        body: providerId === undefined ? {} : { provider_id: providerId },
      }),
    onSuccess: (answer) => {
      client.setQueryData(linkKeyOf(orderId), answer)
      refresh()
    },
  })
}

type Told = {
  onSuccess: (answer: z.output<typeof checkAnswerSchema>) => void
  onError: (error: Error) => void
}

/** `told`: what is said of the answer, also when the screen has gone on meanwhile. */
export function useCheck(invoiceId: string, told: Told) {
  const refresh = useRefreshWithOrder()
  return useMutation({
    mutationFn: () => ask(checkAnswerSchema, `${pathOf(invoiceId)}/check`, { method: "POST" }),
    ...told,
    onSettled: refresh,
  })
}

/** Ours, and the order around us: a payment that has come changes what Medusa says beside it. */
function useRefreshWithOrder() {
  const client = useQueryClient()
  const refresh = useRefresh()
  return () => {
    void client.invalidateQueries({ queryKey: ["orders"] })
    refresh()
  }
}
