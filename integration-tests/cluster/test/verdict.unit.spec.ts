import type { Books } from "../books"
import { judge } from "../verdict"

const AMOUNT = 65_000

/** The books of one cart that was paid once and whose order stands. */
function goodBooks(): Books {
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
  }
}

type Invoice = Books["invoices"][number]
type Payment = Books["payments"][number]

function invoice(number: number, changes: Partial<Invoice> = {}): Invoice {
  return {
    number,
    state: "settled",
    hold_reason: null,
    cart_id: "cart_1",
    spent_by_session: `payses_${number}`,
    session_amount: AMOUNT,
    last_error: null,
    paid_at: null,
    settled_at: null,
    next_check_at: null,
    ...changes,
  }
}

function payment(number: number, changes: Partial<Payment> = {}): Payment {
  return {
    id: `pay_${number}`,
    payment_session_id: `payses_${number}`,
    payment_collection_id: "paycol_1",
    captured: AMOUNT,
    refunded: 0,
    cart_ids: ["cart_1"],
    order_ids: ["order_1"],
    ...changes,
  }
}

const numbersOf = (findings: { numbers: number[] }[]) => findings.flatMap(({ numbers }) => numbers)

describe("the verdict of the cluster test", () => {
  it("finds nothing wrong with one captured payment and one whole order", () => {
    const verdict = judge(goodBooks(), [1])
    expect(verdict).toEqual({
      paid: 1,
      settled: 1,
      held: {},
      lost: [],
      doubled: [],
      unpaidCaptures: [],
      abandonedOrders: 0,
    })
  })

  it("takes a second payment that is held beside a settled one", () => {
    const books = goodBooks()
    books.service.push({ number: 2, amount: AMOUNT, paid: true })
    const held = { state: "held", hold_reason: "second_payment", spent_by_session: null }
    books.invoices.push(invoice(2, held))
    const verdict = judge(books, [1, 2])
    expect(verdict.held).toEqual({ second_payment: 1 })
    expect(verdict.lost).toEqual([])
  })

  it.each<[string, (books: Books) => void]>([
    ["is in no row", (books) => books.invoices.splice(0)],
    ["is still pending", (books) => (books.invoices = [invoice(1, { state: "pending" })])],
    ["is paid and not settled", (books) => (books.invoices = [invoice(1, { state: "paid" })])],
    ["is held without a reason", (books) => (books.invoices = [invoice(1, { state: "held" })])],
    [
      "is held as a second payment of a cart without a first one",
      (books) => (books.invoices = [invoice(1, { state: "held", hold_reason: "second_payment" })]),
    ],
    ["has no payment", (books) => books.payments.splice(0)],
    ["was refunded", (books) => (books.payments = [payment(1, { refunded: AMOUNT })])],
    ["is captured in part", (books) => (books.payments = [payment(1, { captured: 1_000 })])],
    ["has no order", (books) => (books.payments = [payment(1, { order_ids: [] })])],
    ["has the order of another cart", (books) => (books.invoices = [invoice(1, { cart_id: "x" })])],
    [
      "has an order without its transaction",
      (books) => {
        change(books.orders, { transactions: 0 })
      },
    ],
    [
      "has an order with it twice",
      (books) => {
        change(books.orders, { transactions: AMOUNT * 2 })
      },
    ],
    [
      "has a cancelled order",
      (books) => {
        change(books.shown, { status: "canceled" })
      },
    ],
    [
      "has an order over more",
      (books) => {
        change(books.shown, { total: AMOUNT + 1 })
      },
    ],
    [
      "has an order that reads refunded",
      (books) => {
        change(books.shown, { payment_status: "refunded" })
      },
    ],
  ])("calls a paid invoice lost that %s", (_what, spoil) => {
    const books = goodBooks()
    spoil(books)
    expect(numbersOf(judge(books, [1]).lost)).toEqual([1])
  })

  it("calls two captured payments of one cart doubled", () => {
    const books = goodBooks()
    books.service.push({ number: 2, amount: AMOUNT, paid: true })
    books.invoices.push(invoice(2))
    books.payments.push(payment(2, { payment_collection_id: "paycol_2", order_ids: [] }))
    expect(numbersOf(judge(books, [1]).doubled)).toEqual([1, 2])
  })

  it("calls two orders of one cart doubled", () => {
    const books = goodBooks()
    books.orders.push({ id: "order_2", status: "pending", cart_id: "cart_1", transactions: 0 })
    const verdict = judge(books, [1])
    expect(numbersOf(verdict.doubled)).toEqual([1])
    expect(verdict.abandonedOrders).toBe(1)
  })

  it("calls money captured without payment that the service's books do not show", () => {
    const books = goodBooks()
    change(books.service, { paid: false })
    expect(numbersOf(judge(books, []).unpaidCaptures)).toEqual([1])
    books.invoices = []
    expect(judge(books, []).unpaidCaptures).toHaveLength(1)
  })
})

function change<T extends object>(rows: T[], changes: Partial<T>): void {
  const [first] = rows
  if (first !== undefined) Object.assign(first, changes)
}
