import { CHAOS, planCustomers, SILENCE } from "../plan"
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
  })
})
