import { creditFor } from "../order-changes"

describe("what an order asks for less after a refund", () => {
  it.each([
    ["all of it, where nothing was paid too much", "0", "20000", "20000"],
    ["all of it, where something is still open", "5000", "20000", "20000"],
    ["what goes beyond what was paid too much", "-15000", "20000", "5000"],
    ["nothing, where as much was paid too much", "-20000", "20000", undefined],
  ])("is %s", (_, open, amount, credit) => {
    expect(creditFor({ canceled: false, open }, { amount })).toBe(credit)
  })

  it("is nothing for a cancelled order, which asks for nothing", () => {
    expect(creditFor({ canceled: true, open: "0" }, { amount: "20000" })).toBeUndefined()
  })
})
