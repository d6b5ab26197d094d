import { readableName, readReceipt } from "../lib/receipt"

const row = (name: string, value: string, link: string | null = null) => ({ name, value, link })

describe("a fiscal receipt", () => {
  it("names what a receipt of this market has, whichever way its fields are written", () => {
    const rows = [
      row("data.url", "https://ofd.example/check", "https://ofd.example/check"),
      row("data.fiscal_sign", "123456789012"),
      row("data.terminalId", "SB01"),
      row("data.receipt_number", "7"),
      row("data.date_time", "2026-11-28 19:05:00"),
      row("data.total_amount", "65000"),
      row("data.vat_sum", "6964"),
      row("data.items.0.amount", "60000"),
      row("data.cashier", "Robot"),
    ]
    const { known, others, link } = readReceipt(rows)
    expect(known.map(({ fact, row: { value } }) => [fact, value])).toEqual([
      ["terminal", "SB01"],
      ["number", "7"],
      ["sign", "123456789012"],
      ["date", "2026-11-28 19:05:00"],
      ["amount", "65000"],
      ["vat", "6964"],
    ])
    expect(others.map(({ name }) => name)).toEqual([
      "data.url",
      "data.items.0.amount",
      "data.cashier",
    ])
    expect(link).toBe("https://ofd.example/check")
  })

  it("never takes the amount of one of its lines for its own", () => {
    expect(readReceipt([row("data.items.0.amount", "60000")]).known).toEqual([])
  })
})

describe("a receipt of unknown shape", () => {
  it.each([
    ["data.receipt_id", "Receipt id"],
    ["data.items.0.unitPrice", "Items 1 unit price"],
    ["terminal", "Terminal"],
    ["data.", "data."],
  ])("names %s in words", (path, words) => {
    expect(readableName(path)).toBe(words)
  })
})
