import fc from "fast-check"
import { uzs } from "../../../../client/test/samples"
import type { Invoice } from "../invoice"
import { misfitOf, roomOf, type Claim } from "../room"
import { cart, order, spent } from "./claims"

/** What is in the way of an amount. */
const misfit = (claim: Claim, amount: string, invoices: Invoice[] = [], self?: Invoice) =>
  misfitOf(claim, roomOf(claim, invoices, self ? [self] : []), amount)

describe("what is in the way of a cart's money", () => {
  it.each(["65000", "65000.4", "64999.6", "65000.99", "64999.01"])(
    "is nothing where the cart asks for it to the som: %s of 65,000",
    (amount) => {
      expect(misfit(cart(), amount)).toBeUndefined()
    }
  )

  it("is nothing where it is the cart's total that has a part of a som", () => {
    for (const total of ["65000.4", "64999.6"]) {
      expect(misfit(cart({ asked: total, open: total }), "65000")).toBeUndefined()
    }
  })

  it.each(["64999", "65001", "1000", "130000"])(
    "is the changed cart where it is another amount: %s of 65,000",
    (amount) => {
      expect(misfit(cart(), amount)).toEqual({
        reason: "cart_changed",
        facts: { asked: "65000", open: "65000", paidElsewhere: "0", promised: "0" },
      })
    }
  )

  it("is the changed cart where it asks for the same number in another currency", () => {
    expect(misfit(cart({ inUzs: false }), "65000")).toEqual({ reason: "cart_changed", facts: {} })
  })

  it("is that nothing is owed where other money has paid for the cart", () => {
    expect(misfit(cart(), "65000", [spent(1, { sessionAmount: uzs("65000") })])).toEqual({
      reason: "nothing_owed",
      facts: { asked: "65000", open: "0", paidElsewhere: "65000", promised: "0" },
    })
  })

  it("is that nothing is owed where the order was made with another payment, such as on delivery", () => {
    expect(misfit(cart({ promised: "65000" }), "65000")).toEqual({
      reason: "nothing_owed",
      facts: { asked: "65000", open: "0", paidElsewhere: "0", promised: "65000" },
    })
  })

  it("is the changed cart where the rest of it would be more than the money", () => {
    // Something was paid, and still more is asked for than this money is.
    const claim = cart({ asked: "165000", open: "120000", paid: "45000" })
    expect(misfit(claim, "65000")).toMatchObject({ reason: "cart_changed" })
  })

  it("is nothing for the money in question itself, spent as it is", () => {
    const self = spent(1, { sessionAmount: uzs("65000") })
    expect(misfit(cart(), "65000", [self], self)).toBeUndefined()
    expect(misfit(cart(), "65000", [self])).toMatchObject({ reason: "nothing_owed" })
  })
})

describe("a cart's money that is captured and has no order, since a roll-back stopped half way", () => {
  const self = spent(1, { sessionAmount: uzs("65000") })
  const claim = cart({
    open: "0",
    paid: "65000",
    bookedSessions: new Map([["payses_1", "65000"]]),
  })

  it("is not in its own way: the customer is not told to pay once more, nor the merchant that it is owed to nobody", () => {
    expect(misfit(claim, "65000", [self], self)).toBeUndefined()
  })

  it("is in the way of every other", () => {
    const other = spent(2, { sessionAmount: uzs("65000"), spentBySession: undefined })
    expect(misfit(claim, "65000", [self, other], other)).toMatchObject({
      reason: "nothing_owed",
      facts: { paidElsewhere: "65000" },
    })
  })
})

describe("what is in the way of an order's money", () => {
  it.each(["65000", "64000", "1000", "65000.4", "65000.99"])(
    "is nothing where the order asks for as much: %s of 65,000",
    (amount) => {
      expect(misfit(order(), amount)).toBeUndefined()
    }
  )

  it.each(["65001", "130000"])("is that less is owed: %s of 65,000", (amount) => {
    expect(misfit(order(), amount)).toEqual({
      reason: "nothing_owed",
      facts: { asked: "65000", open: "65000", paidElsewhere: "0", promised: "0" },
    })
  })

  it("is what was paid elsewhere, with the numbers a merchant reads", () => {
    const claim = order({ open: "0", paid: "65000" })
    expect(misfit(claim, "65000")).toEqual({
      reason: "nothing_owed",
      facts: { asked: "65000", open: "0", paidElsewhere: "65000", promised: "0" },
    })
  })

  it("is what another way to pay has promised, told apart from money", () => {
    expect(misfit(order({ promised: "65000" }), "65000")).toMatchObject({
      reason: "nothing_owed",
      facts: { paidElsewhere: "0", promised: "65000" },
    })
  })

  it("says that nothing is open where too much was paid, and no amount below zero", () => {
    const over = misfit(order({ open: "-5000", paid: "70000" }), "1000")
    expect(over).toMatchObject({ facts: { open: "0", paidElsewhere: "70000" } })
  })

  it("ends by itself once there is room again", () => {
    const money = [spent(1), spent(2)]
    expect(misfit(order(), "45000", money)).toMatchObject({ reason: "nothing_owed" })
    expect(misfit(order({ asked: "155000", open: "155000" }), "45000", money)).toBeUndefined()
  })
})

describe("money and what it stands for, whatever the amounts", () => {
  const amounts = fc.integer({ min: 1, max: 10_000_000 })
  const sessions = fc.array(amounts, { maxLength: 6 })

  it("a cancelled owner takes no money, not even what fits", () => {
    for (const claim of [cart({ canceled: true }), order({ canceled: true })]) {
      expect(misfit(claim, "65000")).toEqual({ reason: "order_canceled", facts: {} })
    }
  })

  it("no order is ever spent on beyond what it asks for, one payment after another", () => {
    fc.assert(
      fc.property(amounts, sessions, (asked, offered) => {
        const claim = order({ asked: String(asked), open: String(asked) })
        const taken: Invoice[] = []
        for (const [n, amount] of offered.entries()) {
          const money = spent(n + 1, { sessionAmount: uzs(String(amount)) })
          if (misfit(claim, money.sessionAmount, taken) === undefined) taken.push(money)
        }
        const total = taken.reduce((sum, money) => sum + Number(money.sessionAmount), 0)
        return total <= asked
      })
    )
  })

  it("a cart is spent on once, and only with its exact amount", () => {
    fc.assert(
      fc.property(amounts, sessions, (asked, offered) => {
        const claim = cart({ asked: String(asked), open: String(asked) })
        const taken: Invoice[] = []
        for (const [n, amount] of [...offered, asked, asked].entries()) {
          const money = spent(n + 1, { sessionAmount: uzs(String(amount)) })
          if (misfit(claim, money.sessionAmount, taken) === undefined) taken.push(money)
        }
        return taken.length === 1 && taken[0]?.sessionAmount === String(asked)
      })
    )
  })

  it("the order in which the owner's invoices are read changes nothing", () => {
    fc.assert(
      fc.property(sessions, (offered) => {
        const money = offered.map((amount, n) =>
          spent(n + 1, { sessionAmount: uzs(String(amount)) })
        )
        const [one, other] = [roomOf(order(), money), roomOf(order(), money.toReversed())]
        return one.open === other.open && one.paidElsewhere === other.paidElsewhere
      })
    )
  })
})
