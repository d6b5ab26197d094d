import { type Random, shareOf } from "./random"

/** What becomes of the service's one announcement of a payment. */
export type Announcement = "sent" | "dropped" | "doubled"

/** What one customer is going to do. */
export type CustomerPlan = {
  /** Which server the customer's browser is sent to first: 0 or 1. */
  server: 0 | 1
  /** Whether the customer pays at all. */
  pays: boolean
  /** Which of the shop's variants, and how many pieces. */
  variant: number
  quantity: number
  announcement: Announcement
  /** Opens a second invoice for the same cart and pays both. */
  paysTwice: boolean
  /** Stays on the return page. */
  polls: boolean
  /** Its storefront asks for the order itself, in the same instant. */
  completes: boolean
  /** Somebody announces the payment before it is made. */
  forged: boolean
}

/** What shares of the customers do what. */
export type Habits = {
  dropped: number
  doubled: number
  paysTwice: number
  polls: number
  completes: number
  /** Of the paying customers, and as many more that never pay. */
  forged: number
}

/** A bad day: the shares the chaos run promises. */
export const CHAOS: Habits = {
  dropped: 0.3,
  doubled: 0.1,
  paysTwice: 0.05,
  polls: 0.5,
  completes: 0.2,
  forged: 0.1,
}

/** Nobody tells the store anything. */
export const SILENCE: Habits = {
  dropped: 1,
  doubled: 0,
  paysTwice: 0,
  polls: 0,
  completes: 0,
  forged: 0,
}

/** Plans `carts` paying customers, and those who never pay and are announced all the same. */
export function planCustomers(random: Random, carts: number, habits: Habits): CustomerPlan[] {
  const total = carts + Math.round(carts * habits.forged)
  // The last ones never pay; they are mixed in below.
  const order = shareOf(random, total, carts / total)
  const twice = shareOf(random, carts, habits.paysTwice)
  const polls = shareOf(random, carts, habits.polls)
  const completes = shareOf(random, carts, habits.completes)
  const forged = shareOf(random, carts, habits.forged)
  const announcements = announce(random, carts, habits)
  let paying = -1
  return order.map((pays, index) => {
    if (pays) paying += 1
    return {
      server: index % 2 === 0 ? 0 : 1,
      pays,
      variant: random.below(4),
      quantity: 1 + random.below(3),
      announcement: pays ? (announcements[paying] ?? "sent") : "dropped",
      paysTwice: pays && twice[paying] === true,
      polls: pays && polls[paying] === true,
      completes: pays && completes[paying] === true,
      forged: !pays || forged[paying] === true,
    }
  })
}

function announce(random: Random, count: number, { dropped, doubled }: Habits): Announcement[] {
  const drops = shareOf(random, count, dropped)
  const rest = drops.filter((drop) => !drop).length
  const doubles = shareOf(random, rest, rest === 0 ? 0 : (doubled * count) / rest)
  let sent = -1
  return drops.map((drop) => {
    if (drop) return "dropped"
    sent += 1
    return doubles[sent] ? "doubled" : "sent"
  })
}
