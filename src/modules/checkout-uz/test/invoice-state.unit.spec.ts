import {
  HOLD_REASONS,
  INVOICE_STATES,
  isConfirmed,
  isSpendable,
  mayMove,
  OPEN_STATES,
  statesBefore,
  type HoldReason,
  type InvoiceState,
} from "../invoice-state"

/** design.md, section 5, written out a second time: what the code must agree with. */
const TABLE: Record<InvoiceState, InvoiceState[]> = {
  pending: ["paid", "lapsed", "held"],
  lapsed: ["paid", "held", "closed"],
  closed: ["paid", "held"],
  paid: ["settled", "held"],
  settled: ["paid"],
  held: ["settled", "returned"],
  returned: [],
}

const PAIRS = INVOICE_STATES.flatMap((from) => INVOICE_STATES.map((to) => [from, to] as const))

/** Every state an invoice can ever be in after it was in `from`. */
function reachableFrom(from: InvoiceState): InvoiceState[] {
  const seen = new Set<InvoiceState>()
  const visit = (state: InvoiceState) => {
    for (const to of INVOICE_STATES.filter((candidate) => mayMove(state, candidate))) {
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
    expect(mayMove(from, to)).toBe(TABLE[from].includes(to))
  })

  it.each(PAIRS)("%s is a state before %s exactly when that move is allowed", (from, to) => {
    expect(statesBefore(to).includes(from)).toBe(mayMove(from, to))
  })

  it.each(INVOICE_STATES)("%s never moves to itself, so that every move is a change", (state) => {
    expect(mayMove(state, state)).toBe(false)
  })

  it("nothing leaves returned: money given back by hand is over", () => {
    expect(reachableFrom("returned")).toEqual([])
  })

  it("only held money is given back by hand", () => {
    expect(statesBefore("returned")).toEqual(["held"])
  })

  it("settled money is only ever released to paid, by a roll-back", () => {
    expect(INVOICE_STATES.filter((to) => mayMove("settled", to))).toEqual(["paid"])
  })

  it("held money is settled or given back, and never forgotten as unpaid", () => {
    expect(INVOICE_STATES.filter((to) => mayMove("held", to))).toEqual(["settled", "returned"])
  })

  it.each(["paid", "settled", "held", "returned"] as const)(
    "money in %s never becomes unpaid again by any chain of moves",
    (state) => {
      const unpaid = reachableFrom(state).filter((reached) => OPEN_STATES.includes(reached))
      expect(unpaid).toEqual([])
    }
  )

  it.each(["pending", "lapsed", "closed"] as const)(
    "an invoice in %s can still turn out to be paid",
    (state) => {
      expect(mayMove(state, "paid")).toBe(true)
      expect(mayMove(state, "held")).toBe(true)
    }
  )

  it("nobody settles an invoice the service has not confirmed", () => {
    expect(statesBefore("settled")).toEqual(["paid", "held"])
  })

  it("the service is asked in the unpaid states alone", () => {
    expect(OPEN_STATES).toEqual(["pending", "lapsed", "closed"])
  })
})

const REASONS: (HoldReason | undefined)[] = [undefined, ...HOLD_REASONS]
const STATES_AND_REASONS = INVOICE_STATES.flatMap((state) =>
  REASONS.map((reason) => [state, reason] as const)
)
const SPENDABLE: [InvoiceState, HoldReason | undefined][] = [
  ...REASONS.map((reason): [InvoiceState, HoldReason | undefined] => ["paid", reason]),
  ["held", "session_gone"],
  ["held", "cart_not_completed"],
  ["held", "provider_off"],
]
const isListed = (state: InvoiceState, reason: HoldReason | undefined) =>
  SPENDABLE.some(([listed, because]) => listed === state && because === reason)

describe("money that may become a payment", () => {
  it.each(STATES_AND_REASONS)("%s with reason %s", (state, reason) => {
    expect(isSpendable(state, reason)).toBe(isListed(state, reason))
  })

  it.each(STATES_AND_REASONS)("%s with reason %s stands as a payment", (state, reason) => {
    expect(isConfirmed(state, reason)).toBe(state === "settled" || isListed(state, reason))
  })

  it.each(["amount_mismatch", "second_payment", "order_canceled"] as const)(
    "money held for %s waits for the merchant and is never captured by itself",
    (reason) => {
      expect(isSpendable("held", reason)).toBe(false)
      expect(isConfirmed("held", reason)).toBe(false)
    }
  )
})
