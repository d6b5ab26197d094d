import { eachOnce, shareOf } from "../lib/shares"

const payout = (id: string) => ({
  id,
  amount: 15_000_000,
  shares: [share("cuinv_1", 9_000_000), share("cuinv_2", 6_000_000)],
})

function share(invoice_id: string, amount: number) {
  return { invoice_id, invoice_number: 61_001, amount, payment_system: "click" }
}

describe("a pay-out out of several parts of a payment", () => {
  it("counts for each of them with its share", () => {
    expect(shareOf(payout("cupay_1"), "cuinv_2")).toBe(6_000_000)
    expect(shareOf(payout("cupay_1"), "cuinv_3")).toBe(15_000_000)
  })

  it("is shown once, though each of them tells of it", () => {
    const told = [payout("cupay_1"), payout("cupay_2"), payout("cupay_1")]
    expect(eachOnce(told).map(({ id }) => id)).toEqual(["cupay_1", "cupay_2"])
  })
})
