import { parseInvoiceNumber, parseUzs, type PaymentStatusRecord } from "../../../client"
import type { BookedInvoice } from "../../../modules/checkout-uz"
import { compareBooks, type Books } from "../compare"
import { historyTable } from "../table"

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A sample cannot be read.")
  return value
}

function record(number: number, changes: Partial<PaymentStatusRecord> = {}): PaymentStatusRecord {
  return {
    number: known(parseInvoiceNumber(number)),
    amount: known(parseUzs("45000")),
    status: "paid",
    createdAt: "2026-11-10 09:00:00",
    paidAt: "2026-11-10 09:05:00",
    ...changes,
  }
}

function ours(number: number, changes: Partial<BookedInvoice> = {}): BookedInvoice {
  return {
    id: `cuinv_${number}`,
    number: known(parseInvoiceNumber(number)),
    state: "settled",
    standing: "paid",
    amount: known(parseUzs("45000")),
    paid: known(parseUzs("45000")),
    givenBack: known(parseUzs("0")),
    toSend: known(parseUzs("0")),
    orderId: "order_1",
    orderNumber: 17,
    paidAt: new Date("2026-11-10T04:05:30Z"),
    ...changes,
  }
}

function compare(books: Partial<Books>) {
  return compareBooks({
    from: "2026-11-01",
    to: "2026-11-30",
    askedFor: 1_000,
    records: [],
    known: [],
    alone: aloneWith(),
    missing: undefined,
    ...books,
  })
}

/** Some of our payments that the service does not call paid, of twenty. */
function aloneWith(...rows: BookedInvoice[]): Books["alone"] {
  return {
    rows,
    totals: {
      count: 20,
      amount: known(parseUzs("140000")),
      paid: known(parseUzs("150000")),
      givenBack: known(parseUzs("5000")),
      unbooked: known(parseUzs("7000")),
    },
  }
}

const numbersOf = (rows: { number: number }[]) => rows.map(({ number }) => number)

it("tells what both know from what only one knows, with totals", () => {
  const report = compare({
    records: [record(1), record(2, { amount: known(parseUzs("1000.5")) })],
    known: [ours(1)],
    alone: aloneWith(ours(3, { amount: known(parseUzs("7000")) })),
  })
  expect(report).toMatchObject({
    both: [{ number: 1, service_status: "paid", invoice: { state: "settled", order_number: 17 } }],
    only_service: [{ number: 2, amount: 1000.5, invoice: null }],
    only_ours: [{ number: 3, service_status: null, service_paid_at: null }],
    totals: {
      both: { count: 1, amount: 45_000 },
      only_service: { count: 1, amount: 1000.5 },
      only_ours: { count: 20, amount: 140_000, paid: 150_000, given_back: 5_000, unbooked: 7_000 },
    },
    asked_for: 1_000,
    received: 2,
  })
})

it("shows both amounts where they differ", () => {
  const report = compare({
    records: [record(1, { amount: known(parseUzs("44000")) })],
    known: [ours(1)],
  })
  expect(report.both).toMatchObject([{ amount: 44_000, invoice: { amount: 45_000 } }])
  expect(historyTable(report)).toMatchObject([
    { group: "both", service_amount: 44_000, our_amount: 45_000 },
  ])
})

it("never calls an invoice of ours a stranger's because of a date or a state", () => {
  const records = [record(1), record(2), record(3, { paidAt: "2026-12-01 00:10:00" })]
  const elsewhere = ours(1, { paidAt: new Date("2020-01-01T00:00:00Z") })
  const report = compare({ records, known: [elsewhere, ours(2, { state: "expired" }), ours(3)] })
  expect(report.only_service).toEqual([])
  expect(report.both).toMatchObject([{ number: 2, invoice: { state: "expired" } }, { number: 1 }])
})

it("compares dates by their first ten letters, and leaves out no record without one", () => {
  const days: [string | undefined, boolean][] = [
    ["2026-10-31 23:59:59", false],
    ["2026-11-01 00:00:00", true],
    ["2026-11-30T23:59:59+05:00", true],
    ["2026-12-01 00:00:00", false],
    ["30.11.2026 10:00", true],
    [undefined, true],
  ]
  const records = days.map(([paidAt], index) =>
    record(index + 1, { paidAt, ...(paidAt === undefined ? { createdAt: undefined } : {}) })
  )
  const included = days.flatMap(([, is], index) => (is ? [index + 1] : [])).reverse()
  expect(numbersOf(compare({ records }).only_service)).toEqual(included)
})

it("takes the day of making where the service names none of paying", () => {
  const made = { paidAt: undefined, createdAt: "2026-10-31 10:00:00" }
  expect(compare({ records: [record(1, made)] }).only_service).toEqual([])
})

it.each(["pending", "Paid", "success", "refunded"])(
  'takes "%s" for no money of the service\'s, and shows it beside ours',
  (status) => {
    const report = compare({
      records: [record(1, { status }), record(2, { status })],
      known: [ours(1)],
      alone: aloneWith(ours(1)),
    })
    expect(report).toMatchObject({ both: [], only_service: [] })
    expect(report.only_ours).toMatchObject([{ number: 1, service_status: status }])
  }
)

it("counts a payment once that the service names twice", () => {
  const report = compare({ records: [record(1), record(1)], known: [ours(1)] })
  expect(report.totals.both).toEqual({ count: 1, amount: 45_000 })
})

describe("a list that may be incomplete", () => {
  const records = [record(1, { paidAt: "2026-11-20 10:00:00" }), record(2)]
  const complete = (books: Partial<Books>) => !compare({ records, ...books }).may_be_incomplete

  it("is one of as many as were asked for", () => {
    expect(complete({ askedFor: 2 })).toBe(false)
    expect(complete({ askedFor: 3 })).toBe(true)
  })

  it("is one that a payment of ours lies before or behind, where the range reaches as far", () => {
    const early = { first: "2026-10-05", last: "2026-10-05" }
    const late = { first: "2026-11-25", last: "2026-11-25" }
    expect(complete({ missing: early })).toBe(false)
    expect(complete({ missing: early, from: "2026-11-11" })).toBe(true)
    expect(complete({ missing: late })).toBe(false)
    expect(complete({ missing: late, to: "2026-11-19" })).toBe(true)
  })

  it("is one that may end in the midst of a day", () => {
    expect(complete({ missing: { first: "2026-11-10", last: "2026-11-10" } })).toBe(false)
  })

  it("is not one in whose midst a payment of ours is missing: that is a difference", () => {
    expect(complete({ missing: { first: "2026-11-15", last: "2026-11-15" } })).toBe(true)
  })

  it("is an empty one, or one without dates, where we know of payments", () => {
    const missing = { first: "2026-11-15", last: "2026-11-15" }
    expect(complete({ records: [], missing })).toBe(false)
    expect(complete({ records: [], missing: undefined })).toBe(true)
    const undated = [record(1, { paidAt: undefined, createdAt: undefined })]
    expect(complete({ records: undated, missing })).toBe(false)
  })
})
