import type { CheckoutUzClient, InvoiceNumber, OperationName, Uzs } from ".."
import { parseInvoiceNumber, parseUzs } from ".."

/** An amount that the test knows to be one. */
export function uzs(text: string): Uzs {
  const amount = parseUzs(text)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return amount
}

/** An invoice number that the test knows to be one. */
export function number(value: number): InvoiceNumber {
  const parsed = parseInvoiceNumber(value)
  if (parsed === undefined) throw new Error(`${value} is no invoice number`)
  return parsed
}

/** The documented answer of `/create_payment` (docs/service.md, 12.1). */
export function createdPayment(changes: Record<string, unknown> = {}) {
  return {
    status: "success",
    payment: {
      _id: 61001,
      _uuid: "11111111-2222-4333-8444-555555555555",
      _url: "https://checkout.uz/pay/11111111-2222-4333-8444-555555555555",
      _amount: 7000,
      _status: "pending",
      _pay_via: { click: "https://checkout.uz/pay/x/click" },
      _lifteme: { _second: 3600, _hour: 1 },
      ...changes,
    },
  }
}

/** The answer of `/status_payment` about a paid invoice, as seen live (docs/service.md, 12.1). */
export function paidStatus(changes: Record<string, unknown> = {}) {
  return {
    status: "success",
    data: {
      id: "61001",
      amount: "7000.00",
      status: "paid",
      created_at: "2026-02-01 10:00:00",
      paid_at: "2026-02-01 10:04:10",
      ...changes,
    },
  }
}

export const CARD = "8600 0000 0000 0001"
export const SMS_CODE = "482913"
export const PAYMENT_TOKEN = "tok_9f8e7d6c5b4a"

/** Each operation (docs/service.md, 1.9): how to call it, its body, and an answer it would give. */
export const CALLS: {
  operation: OperationName
  call: (client: CheckoutUzClient) => Promise<unknown>
  sent: unknown
  answer: unknown
}[] = [
  {
    operation: "create_payment",
    call: (client) => client.createPayment({ amount: uzs("7000.50"), description: "Tea" }),
    sent: { amount: 7000.5, description: "Tea" },
    answer: createdPayment(),
  },
  {
    operation: "status_payment",
    call: (client) => client.statusPayment({ id: number(61001) }),
    sent: { id: 61001 },
    answer: paidStatus(),
  },
  {
    operation: "get_fiscal",
    call: (client) => client.getFiscal({ orderId: number(61001) }),
    sent: { order_id: 61001 },
    answer: { status: "success", fiscal: {} },
  },
  {
    operation: "pay_via_card",
    call: (client) =>
      client.payViaCard({ orderId: number(61001), cardNumber: CARD, cardExpiry: "11/31" }),
    sent: { order_id: 61001, card_number: "8600000000000001", card_expiry: "11/31" },
    answer: { status: "success", message: "code sent", payment_token: PAYMENT_TOKEN },
  },
  {
    operation: "confirm_card_payment",
    call: (client) => client.confirmCardPayment({ paymentToken: PAYMENT_TOKEN, smsCode: SMS_CODE }),
    sent: { payment_token: PAYMENT_TOKEN, sms_code: SMS_CODE },
    answer: { status: "success", type: "success" },
  },
  {
    operation: "get_balance",
    call: (client) => client.getBalance(),
    sent: undefined,
    answer: { status: "success", balance: { uzs: 1500000, usd: 0, ton: 0.000000001 } },
  },
  {
    operation: "get_history",
    call: (client) => client.getHistory({ limit: 5 }),
    sent: { limit: 5 },
    answer: { status: "success", data: [paidStatus().data] },
  },
  {
    operation: "get_stats",
    call: (client) => client.getStats(),
    sent: undefined,
    answer: { status: "success", stats: { total_orders: 3, total_amount: 21000.5 } },
  },
  {
    operation: "get_payment_methods",
    call: (client) => client.getPaymentMethods(),
    sent: undefined,
    answer: {
      status: "success",
      data: [{ key: "click", name: "Click", logo_light: "https://l", logo_dark: "https://d" }],
    },
  },
]

export const READS = CALLS.filter(({ operation }) =>
  [
    "status_payment",
    "get_fiscal",
    "get_balance",
    "get_history",
    "get_stats",
    "get_payment_methods",
  ].includes(operation)
)
export const WRITES = CALLS.filter((call) => !READS.includes(call))

/** What a promise was rejected with; fails the test when it was not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error("it was expected to be rejected, and was not")
}

/** The webhook of the service's documentation. */
export const DOCUMENTED_WEBHOOK = {
  webhook_type: "version_1_1",
  status: "success",
  event: "payment_confirmed",
  payment_system: "click",
  shop_id: 9,
  data: {
    order_id: 61001,
    amount: 7000,
    currency: "UZS",
    status: "paid",
    provider_details: {},
    perform_time: 1784000000123,
  },
  timestamp: 1784000000,
}
