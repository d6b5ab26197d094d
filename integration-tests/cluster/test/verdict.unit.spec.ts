import type { Books } from "../books"
import type { Invoice, Payment } from "../findings"
import { resolve } from "../verdict"
import { AMOUNT, change, goodBooks, invoice, numbersIn, payment } from "./sample-books"

/** The same with a second paid invoice of the cart, which the merchant has before them. */
function withSecond(changes: Partial<Invoice>): Books {
  const books = goodBooks()
  books.service.push({ number: 2, amount: AMOUNT, paid: true })
  books.invoices.push(invoice(2, { spent_by_session: null, ...changes }))
  return { ...books, attention: [[2]] }
}

describe("the verdict of the cluster test", () => {
  it("finds nothing wrong with one captured payment and one whole order", () => {
    const verdict = resolve(goodBooks(), [1])
    expect(verdict).toEqual({
      paid: 1,
      settled: 1,
      returned: 0,
      held: {},
      lost: [],
      doubled: [],
      beyond: [],
      unpaidCaptures: [],
      abandonedOrders: 0,
    })
  })

  it("takes a second payment that is in front of the merchant beside a settled one", () => {
    const verdict = resolve(withSecond({ state: "paid", blocker: "nothing_owed" }), [1, 2])
    expect(verdict).toMatchObject({ settled: 1, held: { nothing_owed: 1 }, lost: [], doubled: [] })
  })

  it("calls a second payment lost that the merchant is not shown", () => {
    const books = withSecond({ state: "paid", blocker: "nothing_owed" })
    books.attention = [[3]]
    expect(numbersIn(resolve(books, [1, 2]).lost)).toEqual([2])
  })

  it("takes a second payment that is given back and on the list of pay-outs", () => {
    const verdict = resolve(withSecond({ state: "returned", paid_out: AMOUNT }), [1, 2])
    expect(verdict).toMatchObject({ settled: 1, returned: 1, held: {}, lost: [], doubled: [] })
  })

  it.each<[string, Partial<Invoice>, Partial<Payment>]>([
    ["is on no list of pay-outs", { paid_out: 0 }, { refunded: AMOUNT }],
    ["is on the list with a part of it", { paid_out: AMOUNT - 1 }, { refunded: AMOUNT }],
    ["is still captured", { paid_out: AMOUNT, spent_by_session: "payses_2" }, {}],
  ])("calls money lost that is given back and %s", (_what, changes, paymentChanges) => {
    const books = withSecond({ state: "returned", ...changes })
    books.payments.push(payment(2, paymentChanges))
    expect(numbersIn(resolve(books, [1, 2]).lost)).toEqual([2])
  })

  it.each<[string, (books: Books) => void]>([
    ["is in no row", (books) => books.invoices.splice(0)],
    ["is still pending", (books) => (books.invoices = [invoice(1, { state: "pending" })])],
    ["has expired", (books) => (books.invoices = [invoice(1, { state: "expired" })])],
    ["waits without a reason", (books) => (books.invoices = [invoice(1, { state: "paid" })])],
    [
      "waits, and no merchant is shown it",
      (books) => (books.invoices = [invoice(1, { state: "paid", blocker: "not_completable" })]),
    ],
    [
      "waits as if its cart were paid, and nothing has paid for it",
      (books) => {
        books.invoices = [invoice(1, { state: "paid", blocker: "nothing_owed" })]
        books.attention = [[1]]
      },
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
    expect(numbersIn(resolve(books, [1]).lost)).toEqual([1])
  })

  it("calls two captured payments of one cart doubled", () => {
    const books = goodBooks()
    books.service.push({ number: 2, amount: AMOUNT, paid: true })
    books.invoices.push(invoice(2))
    books.payments.push(payment(2, { payment_collection_id: "paycol_2", order_ids: [] }))
    expect(numbersIn(resolve(books, [1]).doubled)).toEqual([1, 2])
  })

  it("calls two invoices doubled that stand as one payment of one of them", () => {
    const books = withSecond({ state: "settled", spent_by_session: "payses_1" })
    const verdict = resolve(books, [1, 2])
    expect(numbersIn(verdict.lost)).toEqual([1, 2])
    expect(numbersIn(verdict.doubled)).toEqual([1, 2])
  })

  it("calls money doubled that is shown to the merchant in two cases", () => {
    const books = withSecond({ state: "paid", blocker: "nothing_owed" })
    books.attention.push([2])
    expect(numbersIn(resolve(books, [1, 2]).doubled)).toEqual([2])
  })

  it("does not call two invoices doubled that nothing has spent", () => {
    const books = withSecond({ state: "paid", blocker: "nothing_owed" })
    books.invoices.push(invoice(3, { state: "pending", spent_by_session: null }))
    expect(resolve(books, [1, 2]).doubled).toEqual([])
  })

  it.each<[string, (books: Books) => void]>([
    [
      "by one payment",
      (books) => {
        change(books.payments, { captured: AMOUNT + 1_000 })
      },
    ],
    [
      "by two in two collections",
      (books) => {
        books.payments.push(payment(2, { payment_collection_id: "paycol_2", captured: 1_000 }))
      },
    ],
    [
      "after the order came to less",
      (books) => {
        change(books.shown, { total: AMOUNT - 1 })
      },
    ],
    [
      "for a cart without an order",
      (books) => {
        change(books.payments, { order_ids: [], collection_amount: AMOUNT - 1 })
      },
    ],
  ])("finds what is captured beyond what is asked for: %s", (_what, spoil) => {
    const books = goodBooks()
    spoil(books)
    expect(resolve(books, [1]).beyond).toHaveLength(1)
    expect(numbersIn(resolve(books, [1]).beyond)).toContain(1)
  })

  it("takes as many payments as an order asks for, and what was refunded", () => {
    const books = goodBooks()
    change(books.shown, { total: AMOUNT * 2 })
    books.payments.push(
      payment(2, { payment_collection_id: "paycol_2" }),
      payment(3, { refunded: AMOUNT })
    )
    expect(resolve(books, [1]).beyond).toEqual([])
  })

  it("calls two orders of one cart doubled", () => {
    const books = goodBooks()
    books.orders.push({ id: "order_2", status: "pending", cart_id: "cart_1", transactions: 0 })
    const verdict = resolve(books, [1])
    expect(numbersIn(verdict.doubled)).toEqual([1])
    expect(verdict.abandonedOrders).toBe(1)
  })

  it("calls money captured without payment that the service's books do not show", () => {
    const books = goodBooks()
    change(books.service, { paid: false })
    expect(numbersIn(resolve(books, []).unpaidCaptures)).toEqual([1])
    books.invoices = []
    expect(resolve(books, []).unpaidCaptures).toHaveLength(1)
  })
})
