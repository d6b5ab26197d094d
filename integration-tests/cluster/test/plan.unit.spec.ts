import { CHAOS, piecesOf, planCustomers, SILENCE } from "../plan"
import { seededRandom } from "../random"

const plan = (seed: number, carts = 100) => planCustomers(seededRandom(seed), carts, CHAOS)

describe("the customers of the chaos run", () => {
  it.each([1, 7, 12_345])("have exactly the shares that are promised (seed %i)", (seed) => {
    const plans = plan(seed)
    const paying = plans.filter(({ pays }) => pays)
    const share = (test: (customer: (typeof plans)[number]) => boolean) =>
      paying.filter(test).length
    expect(paying).toHaveLength(100)
    expect(share(({ announcement }) => announcement === "dropped")).toBe(30)
    expect(share(({ announcement }) => announcement === "doubled")).toBe(10)
    expect(share(({ paysTwice }) => paysTwice)).toBe(5)
    expect(share(({ polls }) => polls)).toBe(50)
    expect(share(({ forged }) => forged)).toBe(10)
    const others = plans.filter(({ pays }) => !pays)
    expect(others).toHaveLength(10)
    expect(others.every(({ forged, announcement }) => forged && announcement === "dropped")).toBe(
      true
    )
  })

  it.each([1, 7, 12_345])("pay a fifth of the carts in two or in five parts (seed %i)", (seed) => {
    const plans = plan(seed)
    const inParts = plans.flatMap(({ parts }) => parts ?? [])
    const share = (test: (parts: (typeof inParts)[number]) => boolean) =>
      inParts.filter(test).length
    expect(inParts).toHaveLength(20)
    expect(share(({ count }) => count === 2)).toBe(10)
    expect(share(({ count }) => count === 5)).toBe(10)
    expect(share(({ count, pays }) => pays >= 1 && pays < count)).toBe(4)
    expect(share(({ count, pays }) => pays === count)).toBe(16)
    const twice = inParts.filter((parts) => parts.twice !== undefined)
    expect(twice).toHaveLength(4)
    // Whoever leaves pays no part twice: that could be the whole payment.
    expect(
      twice.every(({ count, pays, twice: at }) => pays === count && at && at >= 1 && at <= count)
    ).toBe(true)
    expect(plans.some(({ parts, paysTwice, pays }) => parts && (paysTwice || !pays))).toBe(false)
  })

  it.each([21_000, 45_000, 52_000, 1_700_000])(
    "buy for just so much that it takes their parts, at %i UZS a piece",
    (price) => {
      for (const customer of plan(1)) {
        const total = piecesOf(customer, price) * price
        const limit = 10_000_000
        const count = customer.parts?.count
        if (count === undefined) expect(piecesOf(customer, price)).toBe(customer.quantity)
        else {
          expect(total).toBeGreaterThan(limit * (count - 1))
          expect(total).toBeLessThan(limit * count)
        }
      }
    }
  )

  it("are the same for the same seed, and others for another", () => {
    expect(plan(3)).toEqual(plan(3))
    expect(plan(3)).not.toEqual(plan(4))
  })

  it("tell the store nothing in the silent run", () => {
    const plans = planCustomers(seededRandom(1), 50, SILENCE)
    expect(plans).toHaveLength(50)
    expect(
      plans.every(
        ({ pays, announcement, polls, completes, forged }) =>
          pays && announcement === "dropped" && !polls && !completes && !forged
      )
    ).toBe(true)
    expect(plans.filter(({ parts }) => parts !== undefined)).toHaveLength(10)
  })
})
