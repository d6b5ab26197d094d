import { rawTable, tableInWords } from "../index"

const ROW = {
  id: "cuinv_1",
  number: 61_001,
  state: "settled",
  standing: "partly_refunded",
  blocker: null,
  amount: 65_000.5,
  customer_phone: "+998901234567",
  created_at: "2026-11-28T14:05:00.000Z",
}
const NAMES = Object.keys(ROW)

describe("a spreadsheet for people", () => {
  it("has headings and states in words, Toshkent's time, numbers as numbers and its ids last", () => {
    const { columns, row } = tableInWords(NAMES, "ru")
    expect(columns.map(({ header }) => header)).toEqual([
      "Счёт",
      "Состояние",
      "Что мешает",
      "Сумма, сум",
      "Телефон",
      "Создан (Ташкент, UTC+5)",
      "ID счёта в магазине",
    ])
    expect(row(ROW)).toEqual({
      number: 61_001,
      standing: "Возвращён частично",
      blocker: null,
      amount: "65000,5",
      customer_phone: "998 90 123 45 67",
      created_at: "28.11.2026 19:05",
      id: "cuinv_1",
    })
  })

  it.each([
    ["en", "2 of 5", 49_999_999.5],
    ["ru", "2 из 5", "49999999,5"],
    ["uz", "5 qismdan 2-qism", "49999999,5"],
  ] as const)("says in %s which part of which payment an invoice is", (language, part, whole) => {
    const { columns, row } = tableInWords(["id", "payment_amount", "part"], language)
    expect(columns.map(({ key }) => key)).toEqual(["part", "payment_amount", "id"])
    expect(row({ id: "cuinv_1", part: "2/5", payment_amount: 49_999_999.5 })).toEqual({
      part,
      payment_amount: whole,
      id: "cuinv_1",
    })
    expect(row({ id: "cuinv_1", part: null, payment_amount: null })["part"]).toBeNull()
  })

  it.each([
    ["en", "System not named", "Bank card"],
    ["ru", "Система не указана", "Банковская карта"],
    ["uz", "Tizim koʻrsatilmagan", "Bank kartasi"],
  ] as const)("names payment systems in %s as the screens do", (language, unnamed, card) => {
    const { row } = tableInWords(["payment_system", "paid_at"], language)
    const of = (payment_system: string | null, paid_at: string | null) =>
      row({ payment_system, paid_at })["payment_system"]
    const paidAt = "2026-11-28T14:05:00.000Z"
    expect(of(null, paidAt)).toBe(unnamed)
    // What nobody has paid has no payment system.
    expect(of(null, null)).toBeNull()
    expect([of("vmcard", paidAt), of("uzum", paidAt)]).toEqual([card, "Uzum Bank"])
  })

  it("writes a number in English with a point", () => {
    expect(tableInWords(NAMES, "en").row(ROW)["amount"]).toBe(65_000.5)
  })
})

it("a spreadsheet for people has the service's own times in the same form, and another text as it stands", () => {
  const { row } = tableInWords(["paid_at_text", "service_paid_at"], "ru")
  expect(row({ paid_at_text: "2026-11-28 19:05:10", service_paid_at: "yesterday" })).toEqual({
    paid_at_text: "28.11.2026 19:05",
    service_paid_at: "yesterday",
  })
})

it("a spreadsheet for programs has raw names and values", () => {
  const { columns, row } = rawTable(NAMES)
  expect(columns.map(({ header }) => header)).toEqual(NAMES)
  expect(row(ROW)).toBe(ROW)
})
