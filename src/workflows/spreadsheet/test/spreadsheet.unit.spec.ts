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
