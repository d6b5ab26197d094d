import { PaymentError, type Store, type StoreRequest } from "../store"

export interface SeenRequest {
  path: string
  method: string
  query: StoreRequest["query"]
  body: StoreRequest["body"]
}

type Answer = unknown

/** A store that gives these answers in turn, the last one for ever; errors among them are thrown. */
export function answeringStore(...answers: Answer[]) {
  const seen: SeenRequest[] = []
  let underWay = 0
  let mostUnderWay = 0
  const store: Store = {
    async fetch(path, { method = "GET", query, body } = {}) {
      const answer = answers[Math.min(seen.length, answers.length - 1)]
      seen.push({ path, method, query, body })
      underWay += 1
      mostUnderWay = Math.max(mostUnderWay, underWay)
      await Promise.resolve()
      underWay -= 1
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { store, seen, mostUnderWay: () => mostUnderWay }
}

export const paymentThatIs = (status: string, more: Record<string, unknown> = {}) => ({
  id: "payses_1",
  status,
  amount: 65_000,
  currency_code: "uzs",
  payment_url: status === "pending" ? "https://checkout.uz/pay/1" : null,
  pay_via: {},
  expires_at: "2026-11-28T20:00:00.000Z",
  parts: null,
  ...more,
})

/** What is different about a payment of 12,000,000 UZS, of whose three parts some have come. */
export const inParts = (paid: number) => ({
  amount: 12_000_000,
  payment_url: paid < 3 ? `https://checkout.uz/pay/${paid + 1}` : null,
  parts: {
    of: 3,
    paid,
    paid_amount: paid * 4_000_000,
    amount: paid < 3 ? 4_000_000 : null,
  },
})

export const refusal = (status: number, code: string, retryAfter?: number) =>
  new PaymentError(code, `${code} in plain words`, status, retryAfter)
