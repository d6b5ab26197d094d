import { readableName, readableValue, readReceipt } from "../lib/receipt"

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
      ["link", "https://ofd.example/check"],
    ])
    expect(others.map(({ name }) => name)).toEqual(["data.items.0.amount", "data.cashier"])
    expect(link).toBe("https://ofd.example/check")
  })

  it("writes its amounts and its date as the screens do, and leaves what is neither as it came", () => {
    expect(readableValue("amount", "65000", "en")).toBe("65,000\u00a0UZS")
    expect(readableValue("vat", "6964.29", "ru")).toBe("6\u00a0964,29\u00a0сум")
    expect(readableValue("date", "2026-11-28 19:05:00", "uz")).toBe("28.11.2026 19:05")
    expect(readableValue("amount", "65000 UZS", "en")).toBe("65000 UZS")
    expect(readableValue("sign", "123456789012", "en")).toBe("123456789012")
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
