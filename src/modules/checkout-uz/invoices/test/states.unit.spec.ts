import {
  BLOCKER_REASONS,
  INVOICE_STATES,
  isVerifiable,
  isConfirmed,
  isSpendable,
  LASTING_BLOCKERS,
  mayTransition,
  OPEN_STATES,
  resolutionsOf,
  statesBefore,
  type BlockerReason,
  type InvoiceState,
} from "../states"

/** The table of docs/architecture.md, "States", a second time: what the code must agree with. */
const TABLE: Record<InvoiceState, InvoiceState[]> = {
  pending: ["paid", "expired"],
  expired: ["paid", "closed"],
  closed: ["paid"],
  paid: ["settled", "returned"],
  settled: ["paid"],
  returned: [],
}

const PAIRS = INVOICE_STATES.flatMap((from) => INVOICE_STATES.map((to) => [from, to] as const))

/** Every state an invoice can ever be in after it was in `from`. */
function reachableFrom(from: InvoiceState): InvoiceState[] {
  const seen = new Set<InvoiceState>()
  const visit = (state: InvoiceState) => {
    for (const to of INVOICE_STATES.filter((candidate) => mayTransition(state, candidate))) {
      if (seen.has(to)) continue
      seen.add(to)
      visit(to)
    }
  }
  visit(from)
  return [...seen]
}

describe("the states of an invoice", () => {
  it("are exactly those of the table", () => {
    expect([...INVOICE_STATES].sort()).toEqual(Object.keys(TABLE).sort())
  })

  it.each(PAIRS)("%s to %s is allowed as the table says, and not otherwise", (from, to) => {
    expect(mayTransition(from, to)).toBe(TABLE[from].includes(to))
  })

  it.each(PAIRS)("%s is a state before %s exactly when that move is allowed", (from, to) => {
    expect(statesBefore(to).includes(from)).toBe(mayTransition(from, to))
  })

  it.each(INVOICE_STATES)("%s never moves to itself, so that every move is a change", (state) => {
    expect(mayTransition(state, state)).toBe(false)
  })

  it("nothing leaves returned: money that is given back is over", () => {
    expect(reachableFrom("returned")).toEqual([])
  })

  it("only money that stands on nothing is given back", () => {
    expect(statesBefore("returned")).toEqual(["paid"])
  })

  it("settled money is only ever released to paid, by a roll-back", () => {
    expect(INVOICE_STATES.filter((to) => mayTransition("settled", to))).toEqual(["paid"])
  })

  it("paid money is settled or given back, and never forgotten as unpaid", () => {
    expect(INVOICE_STATES.filter((to) => mayTransition("paid", to))).toEqual([
      "settled",
      "returned",
    ])
  })

  it.each(["paid", "settled", "returned"] as const)(
    "money in %s never becomes unpaid again by any chain of moves",
    (state) => {
      const unpaid = reachableFrom(state).filter((reached) => OPEN_STATES.includes(reached))
      expect(unpaid).toEqual([])
    }
  )

  it.each(["pending", "expired", "closed"] as const)(
    "an invoice in %s can still turn out to be paid",
    (state) => {
      expect(mayTransition(state, "paid")).toBe(true)
    }
  )

  it("an invoice is given up only after its lifetime", () => {
    expect(statesBefore("closed")).toEqual(["expired"])
  })

  it("nobody settles an invoice the service has not confirmed", () => {
    expect(statesBefore("settled")).toEqual(["paid"])
  })

  it("only the service knows whether an invoice in an open state is paid", () => {
    expect(OPEN_STATES).toEqual(["pending", "expired", "closed"])
  })
})

type Money = { state: InvoiceState; blocker: { reason: BlockerReason } | undefined }

const REASONS: (BlockerReason | undefined)[] = [undefined, ...BLOCKER_REASONS]
const EVERY_MONEY = INVOICE_STATES.flatMap((state) =>
  REASONS.map((reason): [InvoiceState, BlockerReason | "nothing", Money] => [
    state,
    reason ?? "nothing",
    { state, blocker: reason === undefined ? undefined : { reason } },
  ])
)

describe("money that may become a payment", () => {
  it.each(EVERY_MONEY)(
    "%s with %s in its way is spent only where exactly it was paid",
    (state, reason, money) => {
      expect(isSpendable(money)).toBe(state === "paid" && reason !== "amount_mismatch")
    }
  )

  it.each(EVERY_MONEY)(
    "%s with %s in its way is confirmed where it is settled or can be spent",
    (state, reason, money) => {
      const standing = state === "settled"
      expect(isConfirmed(money)).toBe(
        standing || (state === "paid" && reason !== "amount_mismatch")
      )
    }
  )

  it.each(EVERY_MONEY)(
    "%s with %s in its way is asked about until its exact amount is confirmed",
    (state, reason, money) => {
      const open = state === "pending" || state === "expired" || state === "closed"
      expect(isVerifiable(money)).toBe(open || (state === "paid" && reason === "amount_mismatch"))
    }
  )

  it("another amount than the invoice's is no money, and is asked about on and on", () => {
    const other: Money = { state: "paid", blocker: { reason: "amount_mismatch" } }
    expect([isSpendable(other), isConfirmed(other), isVerifiable(other)]).toEqual([
      false,
      false,
      true,
    ])
  })

  it("no money is both asked about and spent, whatever is in its way", () => {
    const both = EVERY_MONEY.filter(([, , money]) => isVerifiable(money) && isConfirmed(money))
    expect(both).toEqual([])
  })
})

describe("what is in the way of paid money", () => {
  it("lasts where the order was cancelled or nobody is there any more, and else heals", () => {
    expect(LASTING_BLOCKERS).toEqual(["order_canceled", "owner_gone"])
  })

  it.each(BLOCKER_REASONS)("%s can always be ended by giving the money back", (reason) => {
    expect(resolutionsOf(reason)).toContain("mark_returned")
  })

  it.each(BLOCKER_REASONS)("%s is offered another try exactly where that can help", (reason) => {
    expect(resolutionsOf(reason).includes("retry")).toBe(!LASTING_BLOCKERS.includes(reason))
  })
})
