import { partsOfCart, paymentStatus, refreshPayment } from ".."
import { answeringStore, inParts, paymentThatIs } from "./answering-store"

describe("a payment in parts", () => {
  it.each([
    ["pending", 1, "part_paid"],
    ["awaiting_payment", 2, "part_paid"],
    ["pending", 0, "pending"],
    ["expired", 1, "expired"],
    ["paid", 3, "paid"],
  ])("that the server tells as %s with %i paid is %s", async (told, paid, status) => {
    const { store } = answeringStore(paymentThatIs(told, inParts(paid)))
    expect((await paymentStatus(store, "payses_1")).status).toBe(status)
    expect((await refreshPayment(store, "payses_1")).status).toBe(status)
  })

  it("is none where the server has never heard of parts", async () => {
    const { store } = answeringStore(paymentThatIs("pending", { parts: undefined }))
    expect((await paymentStatus(store, "payses_1")).status).toBe("pending")
  })

  it.each([
    [0, null],
    [10_000_000, null],
    [10_000_001, { of: 2, paid: 0, paid_amount: 0, amount: 5_000_001 }],
    [12_345_678, { of: 2, paid: 0, paid_amount: 0, amount: 6_172_839 }],
    [30_000_001, { of: 4, paid: 0, paid_amount: 0, amount: 7_500_001 }],
  ])("of a cart of %i UZS is foreseen as the server plans it", (total, parts) => {
    expect(partsOfCart({ total })).toEqual(parts)
    const payment_sessions = [{ data: null }, { data: { parts: null } }, { data: { parts } }]
    expect(partsOfCart({ total, payment_collection: { payment_sessions } })).toEqual(parts)
  })

  it("of a cart counts what has come, by what its session says", () => {
    const cartWith = (paid: number) => ({
      total: 12_000_000,
      payment_collection: { payment_sessions: [{ data: inParts(paid) }] },
    })
    // The rest of 8,000,000 is taken at once.
    const rest = { of: 2, paid: 1, paid_amount: 4_000_000, amount: 8_000_000 }
    expect(partsOfCart(cartWith(1))).toEqual(rest)
    expect(partsOfCart(cartWith(2))).toMatchObject({ of: 3, paid: 2, amount: 4_000_000 })
    expect(partsOfCart(cartWith(3))).toBeNull()
  })
})
