import { type Random, shareOf } from "./random"

/** What becomes of the service's one announcement of a payment. */
export type Announcement = "sent" | "dropped" | "doubled"

/** In how many parts the payments above the service's limit are made. */
type PartCount = 2 | 5

/** A payment that takes several invoices. */
export type PartsPlan = {
  count: PartCount
  /** Whose payment is whole when it leaves; fewer than `count` where it never finishes. */
  pays: number
  /** Which part is paid twice, the second time from another page; undefined for none. */
  twice: number | undefined
}

/** What one customer is going to do. */
export type CustomerPlan = {
  /** Which server the customer's browser is sent to first: 0 or 1. */
  server: 0 | 1
  /** Whether the customer pays at all. */
  pays: boolean
  /** Which of the shop's variants, and how many pieces. */
  variant: number
  quantity: number
  /** Buys for so much that it is paid in parts, one after the other. */
  parts: PartsPlan | undefined
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
  /** Of those that pay at once. */
  paysTwice: number
  /** Half of them in two parts, and half in five. */
  inParts: number
  /** Of those that pay in parts: never finishes, and pays one part twice. */
  leaves: number
  paysPartTwice: number
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
  inParts: 0.2,
  leaves: 0.2,
  paysPartTwice: 0.2,
  polls: 0.5,
  completes: 0.2,
  forged: 0.1,
}

/** Nobody tells the store anything. */
export const SILENCE: Habits = {
  dropped: 1,
  doubled: 0,
  paysTwice: 0,
  inParts: 0.2,
  leaves: 0.2,
  paysPartTwice: 0,
  polls: 0,
  completes: 0,
  forged: 0,
}

/** Plans `carts` paying customers, and those who never pay and are announced all the same. */
export function planCustomers(random: Random, carts: number, habits: Habits): CustomerPlan[] {
  const total = carts + Math.round(carts * habits.forged)
  // The last ones never pay; they are mixed in below.
  const order = shareOf(random, total, carts / total)
  const parts = planParts(random, carts, habits)
  const twice = chooseTwice(random, parts, habits)
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
      parts: pays ? parts[paying] : undefined,
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

/** A payment in parts for this share of the customers, and undefined for the others. */
function planParts(random: Random, carts: number, habits: Habits): (PartsPlan | undefined)[] {
  const chosen = shareOf(random, carts, habits.inParts)
  const total = chosen.filter(Boolean).length
  const inTwo = shareOf(random, total, 0.5)
  const leaves = shareOf(random, total, habits.leaves)
  const stays = leaves.filter((leaving) => !leaving).length
  const twice = shareOf(random, stays, stays === 0 ? 0 : (habits.paysPartTwice * total) / stays)
  let n = -1
  let staying = -1
  return chosen.map((inParts) => {
    if (!inParts) return undefined
    n += 1
    const count = inTwo[n] ? 2 : 5
    if (leaves[n]) return { count, pays: 1 + random.below(count - 1), twice: undefined }
    staying += 1
    return { count, pays: count, twice: twice[staying] ? 1 + random.below(count) : undefined }
  })
}

/** Who pays two invoices over the whole amount: of those that need no parts. */
function chooseTwice(
  random: Random,
  parts: readonly (PartsPlan | undefined)[],
  habits: Habits
): boolean[] {
  const atOnce = parts.filter((plan) => plan === undefined).length
  const share = atOnce === 0 ? 0 : (habits.paysTwice * parts.length) / atOnce
  const chosen = shareOf(random, atOnce, Math.min(share, 1))
  let n = -1
  return parts.map((plan) => {
    if (plan !== undefined) return false
    n += 1
    return chosen[n] ?? false
  })
}

/** The most the service takes by one invoice, in UZS (docs/service.md, 2.1). */
const INVOICE_LIMIT = 10_000_000

/** How many pieces at a price in UZS the customer buys: for a payment in parts, just enough to need them. */
export function piecesOf(
  { quantity, parts }: Pick<CustomerPlan, "quantity" | "parts">,
  price: number
): number {
  if (parts === undefined) return quantity
  return Math.floor((INVOICE_LIMIT * (parts.count - 1)) / price) + quantity
}
