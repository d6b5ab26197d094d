import type { Books } from "../books"
import type { Finding, Invoice, Payment } from "../findings"

/** What the cart of these books comes to, in UZS. */
export const AMOUNT = 65_000

/** The books of one cart that was paid once and whose order stands. */
export function goodBooks(): Books {
  return {
    service: [{ number: 1, amount: AMOUNT, paid: true }],
    invoices: [invoice(1)],
    payments: [payment(1)],
    orders: [{ id: "order_1", status: "pending", cart_id: "cart_1", transactions: AMOUNT }],
    shown: [
      {
        id: "order_1",
        status: "pending",
        payment_status: "captured",
        total: AMOUNT,
        summary: { paid_total: AMOUNT },
      },
    ],
    attention: [],
  }
}

export function invoice(number: number, changes: Partial<Invoice> = {}): Invoice {
  return {
    number,
    state: "settled",
    blocker: null,
    cart_id: "cart_1",
    part_count: null,
    plan_amount: null,
    has_time: false,
    spent_by_session: `payses_${number}`,
    session_amount: AMOUNT,
    last_error: null,
    paid_at: null,
    settled_at: null,
    next_check_at: null,
    paid_out: 0,
    ...changes,
  }
}

export function payment(number: number, changes: Partial<Payment> = {}): Payment {
  return {
    id: `pay_${number}`,
    payment_session_id: `payses_${number}`,
    payment_collection_id: "paycol_1",
    collection_amount: AMOUNT,
    captured: AMOUNT,
    refunded: 0,
    cart_ids: ["cart_1"],
    order_ids: ["order_1"],
    ...changes,
  }
}

export const numbersIn = (findings: readonly Finding[]) =>
  findings.flatMap(({ numbers }) => numbers)

/** Spoils the first row. */
export function change<T extends object>(rows: T[], changes: Partial<T>): void {
  const [first] = rows
  if (first !== undefined) Object.assign(first, changes)
}
