import type { Books } from "../books"
import type { Invoice } from "../findings"
import { resolve } from "../verdict"
import { change, goodBooks, invoice, numbersIn, payment } from "./sample-books"

const PART = 8_000_000
const WHOLE = PART * 3

function part(number: number, changes: Partial<Invoice> = {}): Invoice {
  return invoice(number, {
    session_amount: PART,
    part_count: 3,
    plan_amount: WHOLE,
    spent_by_session: "payses_1",
    ...changes,
  })
}

const serviceOf = (numbers: number[]) =>
  numbers.map((number) => ({ number, amount: PART, paid: true }))

/** The books of a cart that was paid in three parts and whose order stands. */
function paidInParts(): Books {
  const books = goodBooks()
  change(books.orders, { transactions: WHOLE })
  change(books.shown, { total: WHOLE, summary: { paid_total: WHOLE } })
  return {
    ...books,
    service: serviceOf([1, 2, 3]),
    invoices: [part(1), part(2), part(3)],
    payments: [payment(1, { captured: WHOLE, collection_amount: WHOLE })],
  }
}

/** The same with one part too many, which the merchant has before them. */
function withOneMore(): Books {
  const books = paidInParts()
  books.service.push({ number: 4, amount: PART, paid: true })
  books.invoices.push(part(4, { state: "paid", blocker: "nothing_owed", spent_by_session: null }))
  return { ...books, attention: [[4]] }
}

/** Two of three parts, which wait for the last one. */
function unfinished(changes: Partial<Invoice> = {}): Books {
  const waiting = { state: "paid", blocker: "part_paid", spent_by_session: null } as const
  return {
    service: serviceOf([1, 2]),
    invoices: [1, 2].map((number) => part(number, { ...waiting, has_time: true, ...changes })),
    payments: [],
    orders: [],
    shown: [],
    attention: [],
  }
}

describe("the verdict of the cluster test on payments in parts", () => {
  it("finds nothing wrong with parts that are one captured payment of one whole order", () => {
    const verdict = resolve(paidInParts(), [1, 2, 3])
    expect(verdict).toMatchObject({ paid: 3, settled: 3, held: {}, lost: [], doubled: [] })
    expect(verdict).toMatchObject({ beyond: [], unpaidCaptures: [] })
  })

  it("takes a part too many that is in front of the merchant", () => {
    const verdict = resolve(withOneMore(), [1, 2, 3, 4])
    expect(verdict).toMatchObject({ settled: 3, held: { nothing_owed: 1 }, lost: [], doubled: [] })
  })

  it.each<[string, (books: Books) => void, number[]]>([
    [
      "of which one was not settled with the others",
      ({ invoices }) => invoices.splice(2, 1, part(3, { state: "paid" })),
      [1, 2],
    ],
    ["with one too many", ({ invoices }) => invoices.splice(3, 1, part(4)), [1, 2, 3, 4]],
    [
      "captured with more",
      ({ payments }) => {
        change(payments, { captured: WHOLE + 1 })
      },
      [1, 2, 3],
    ],
    [
      "captured with less",
      ({ payments }) => {
        change(payments, { captured: PART })
      },
      [1, 2, 3],
    ],
  ])("calls parts doubled and lost %s", (_what, spoil, expected) => {
    const books = withOneMore()
    spoil(books)
    const { doubled, lost } = resolve(books, [1, 2, 3, 4])
    expect(numbersIn(doubled)).toEqual(expected)
    expect(numbersIn(lost)).toEqual(expect.arrayContaining(expected))
  })

  it.each<[string, Partial<Invoice>]>([
    ["are no parts", { part_count: null }],
    ["are another cart's", { cart_id: "cart_2" }],
  ])("calls invoices doubled that stand for one session and %s", (_what, changes) => {
    const books = paidInParts()
    books.invoices[2] = part(3, changes)
    expect(numbersIn(resolve(books, [1, 2, 3]).doubled)).toEqual([1, 2, 3])
  })

  it("calls parts doubled that are two payments", () => {
    const books = paidInParts()
    books.invoices[2] = part(3, { spent_by_session: "payses_2" })
    change(books.payments, { captured: PART * 2 })
    books.payments.push(payment(2, { captured: PART, order_ids: [] }))
    expect(numbersIn(resolve(books, [1, 2, 3]).doubled)).toEqual([1, 2, 3])
  })

  it("finds a part captured that the service's books do not show as paid", () => {
    const books = paidInParts()
    change(books.service, { paid: false })
    expect(numbersIn(resolve(books, []).unpaidCaptures)).toEqual([1, 2, 3])
  })

  it("finds what is captured beyond the order", () => {
    const books = paidInParts()
    change(books.shown, { total: WHOLE - 1 })
    expect(numbersIn(resolve(books, []).beyond)).toEqual([1, 2, 3])
  })

  it("takes parts that wait for the others, and those that are shown as one case", () => {
    const good = { held: { part_paid: 2 }, lost: [], doubled: [] }
    expect(resolve(unfinished(), [1, 2])).toMatchObject(good)
    const over = { ...unfinished({ has_time: false }), attention: [[1, 2]] }
    expect(resolve(over, [1, 2])).toMatchObject(good)
  })

  it.each<[string, Books]>([
    ["nobody is shown after their time", unfinished({ has_time: false })],
    ["have come as a whole", unfinished({ plan_amount: PART * 2 })],
    ["wait for something else, unseen", unfinished({ blocker: "not_completable" })],
    [
      "are an order already",
      {
        ...unfinished(),
        orders: [{ id: "order_1", status: "pending", cart_id: "cart_1", transactions: 0 }],
      },
    ],
  ])("calls parts lost that %s", (_what, books) => {
    expect(numbersIn(resolve(books, [1, 2]).lost)).toEqual([1, 2])
  })

  it("calls a part lost that is not in the case of the others", () => {
    expect(numbersIn(resolve({ ...unfinished(), attention: [[1]] }, [1, 2]).lost)).toEqual([2])
  })

  it.each<[string, number[][]]>([
    ["each a case of its own", [[1], [2]]],
    ["a case, and one of them another one", [[1, 2], [2]]],
    ["a case that has one of them twice", [[1, 2, 2]]],
  ])("calls parts doubled that are %s", (_what, attention) => {
    const { doubled } = resolve({ ...unfinished(), attention }, [1, 2])
    expect(numbersIn(doubled)).toEqual([1, 2])
  })
})
