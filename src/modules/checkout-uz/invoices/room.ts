import { MathBN } from "@medusajs/framework/utils"
import type { BlockerFacts } from "./blocker"
import type { Invoice } from "./invoice"
import { sumOfInvoices } from "./parts"
import { isConfirmed, type BlockerReason } from "./states"

/**
 * What an owner of money asks for, as Medusa's books have it: an order, before there is one a cart, or
 * a payment collection that has neither. Exact decimals in UZS.
 */
export type Claim = {
  /** What it comes to. */
  asked: string
  /** What it still asks for by what is booked. */
  open: string
  /** What was paid for it and not given back. */
  paid: string
  /** What payments of other providers have promised and not paid. */
  promised: string
  /** Only money over exactly this may be spent: on a cart, or the order that was just made from it. */
  exact: boolean
  /** Whether it asks for money in UZS: a cart whose region changes asks for another currency, and has its amounts in that. */
  inUzs: boolean
  canceled: boolean
  /** What `open` and `paid` already count of payment sessions' money, by session. */
  bookedSessions: ReadonlyMap<string, string>
  /** Sessions Medusa no longer has and whose payments net to zero: what they spent is free. */
  abandonedSessions: ReadonlySet<string>
}

/** What is in the way of some money. */
export type Misfit = { reason: BlockerReason; facts: BlockerFacts }

/** What can still be paid for an owner, with the numbers behind it. Exact decimals in UZS. */
export type Room = {
  asked: string
  /** Below zero where too much was paid. */
  open: string
  paidElsewhere: string
  promised: string
}

/**
 * The room an owner has: what it asks for, less what was spent on it and is not booked by Medusa yet,
 * less uncaptured authorizations. `self` are the invoices in question, one or the parts of one payment, which
 * do not take their own room.
 */
export function roomOf(
  claim: Claim,
  invoices: readonly Invoice[],
  self: readonly Pick<Invoice, "id" | "spentBySession">[] = []
): Room {
  const ids = new Set(self.map(({ id }) => id))
  const spenders = new Set(self.map(({ spentBySession }) => spentBySession ?? ""))
  const own = sum([...spenders].map((id) => claim.bookedSessions.get(id) ?? "0"))
  const unbooked = invoices.filter(
    (invoice) =>
      !ids.has(invoice.id) &&
      isConfirmed(invoice) &&
      invoice.spentBySession !== undefined &&
      !claim.bookedSessions.has(invoice.spentBySession) &&
      !claim.abandonedSessions.has(invoice.spentBySession)
  )
  const onTheWay = sumOfInvoices(unbooked)
  return {
    asked: claim.asked,
    open: MathBN.add(MathBN.sub(claim.open, onTheWay, claim.promised), own).toFixed(),
    paidElsewhere: MathBN.sub(MathBN.add(claim.paid, onTheWay), own).toFixed(),
    promised: claim.promised,
  }
}

/**
 * What is in the way of spending an amount in UZS on an owner; undefined where it fits.
 *
 * INVARIANT: this is the one answer to what an amount may be booked for. A cart's money equals what the
 * cart, or the order just made from it, asks for; an order's does not exceed its room; and neither is asked for
 * in another currency. A difference of less than a som is none.
 */
export function misfitOf(claim: Claim, room: Room, amount: string): Misfit | undefined {
  if (claim.canceled) return { reason: "order_canceled", facts: {} }
  // The same number in another currency is another amount.
  if (!claim.inUzs) return { reason: "cart_changed", facts: {} }
  const over = MathBN.sub(amount, room.open)
  // Medusa itself calls a difference of less than a som none, since UZS has no decimals there.
  const exceeds = MathBN.gte(over, 1)
  if (!exceeds && (!claim.exact || MathBN.gt(over, -1))) return undefined
  const untouched = MathBN.eq(room.paidElsewhere, 0) && MathBN.eq(room.promised, 0)
  const changed = claim.exact && (untouched || !exceeds)
  return {
    reason: changed ? "cart_changed" : "nothing_owed",
    facts: {
      asked: room.asked,
      open: MathBN.gt(room.open, 0) ? room.open : "0",
      paidElsewhere: room.paidElsewhere,
      promised: room.promised,
    },
  }
}

/** Whether nothing can be paid for an owner any more. */
export function isFull(room: Room): boolean {
  return MathBN.lt(room.open, 1)
}

function sum(amounts: readonly string[]) {
  return amounts.reduce((total, amount) => MathBN.add(total, amount), MathBN.convert(0))
}
