import { MathBN } from "@medusajs/framework/utils"
import { parseUzs, type Uzs } from "../client"
import {
  findMoney,
  NOTHING_MISSING,
  sumOfInvoices,
  type Counted,
  type Invoice,
  type Misfit,
} from "../modules/checkout-uz"
import type { OwnerBooks } from "./books"
import { misfitFor, roomFor } from "./room"

type Books = Pick<OwnerBooks, "claim" | "invoices">

/** What a paid invoice's money comes to, with the other parts of its payment. Amounts in UZS. */
export type Arrived =
  /** All of a payment has come: it can be spent, or is. One invoice, or the parts. */
  | { kind: "whole"; invoices: readonly Invoice[]; amount: Uzs }
  /** Parts of a payment of `amount` have come, and `missing` has not. */
  | PartArrived
  | { kind: "misfit"; misfit: Misfit }

export type PartArrived = { kind: "part"; invoices: Invoice[]; amount: Uzs; missing: Uzs }

/**
 * What the money of a paid invoice comes to, by the books of whom it is for.
 *
 * INVARIANT: whoever asks whether a payment has come, or what is missing of it, asks this. Only the spend
 * itself decides once more, in its transaction and by the same functions.
 */
export function arrivedMoney(books: Books, invoice: Invoice): Arrived {
  const { claim, invoices } = books
  const { spentBySession: spender, part } = invoice
  if (spender !== undefined && !claim.abandonedSessions.has(spender)) {
    const spent = invoices.filter(({ spentBySession }) => spentBySession === spender)
    return wholeOrMisfit(books, spent, sumOfInvoices(spent))
  }
  if (!part) return wholeOrMisfit(books, [invoice], invoice.sessionAmount)

  const { planned, amount, money } = partsFor(books, { ...invoice, part })
  const misfit = misfitFor(books, amount)
  if (misfit) return { kind: "misfit", misfit }
  if (!money.invoices.some(({ id }) => id === invoice.id)) {
    return { kind: "misfit", misfit: beyond(books, planned, money) }
  }
  return money.missing === NOTHING_MISSING
    ? { kind: "whole", invoices: money.invoices, amount }
    : { kind: "part", amount, ...money }
}

type PartInvoice = Invoice & { part: NonNullable<Invoice["part"]> }

/** What counts now for the payment that a part was made for: what was planned, what is asked now, what has come. */
export function partsFor(
  books: Books,
  invoice: PartInvoice
): { planned: Uzs; amount: Uzs; money: Counted } {
  const { abandonedSessions } = books.claim
  const moneyFor = (asked: Uzs) =>
    findMoney(books.invoices, { ...invoice, amount: asked, abandonedSessions })
  const open = books.claim.exact ? books.claim.open : roomFor(books).open
  const planned = plannedLast(books.invoices, invoice, open)
  const hasCome = (asked: Uzs) => moneyFor(asked).missing === NOTHING_MISSING
  const amount = askedInParts(books.claim, { open, planned, hasCome })
  return { planned, amount, money: moneyFor(amount) }
}

/**
 * INVARIANT: the parts of a collection are of one payment, the one that was planned last. Where an order asks
 * for more than before, the new link's plan takes in what has come, and the old plan is over, until the order
 * asks for just that again: its link is handed out again, and no newer one is made.
 */
function plannedLast(
  invoices: readonly Invoice[],
  { part, paymentCollectionId }: PartInvoice,
  open: string
): Uzs {
  const plans = invoices.flatMap((other) =>
    other.part !== undefined &&
    other.paymentCollectionId === paymentCollectionId &&
    other.state !== "settled" &&
    other.state !== "returned"
      ? [other.part.planAmount]
      : []
  )
  return plans.findLast((plan) => MathBN.eq(plan, open)) ?? plans.at(-1) ?? part.planAmount
}

function wholeOrMisfit(books: Books, invoices: readonly Invoice[], amount: Uzs): Arrived {
  const misfit = misfitFor(books, amount, invoices)
  return misfit ? { kind: "misfit", misfit } : { kind: "whole", invoices, amount }
}

type AskedInParts = {
  /** What is still asked for now. */
  open: string
  planned: Uzs
  /** Whether parts have come that make just this amount. */
  hasCome: (amount: Uzs) => boolean
}

/**
 * What the parts of a payment are counted for: what the cart comes to now; of an order what was planned, or
 * what it still asks for where that is less, or has come already.
 */
function askedInParts(
  { exact, inUzs }: Books["claim"],
  { open, planned, hasCome }: AskedInParts
): Uzs {
  if (!inUzs) return planned
  const isPlanned = MathBN.lt(MathBN.sub(open, planned).abs(), 1)
  // Where nothing is asked for any more, the whole plan is too much.
  const asked = MathBN.gte(open, 1) ? parseUzs(open) : undefined
  if (isPlanned || asked === undefined) return planned
  const isMore = MathBN.gt(open, planned)
  return isMore && !exact && !hasCome(asked) ? planned : asked
}

/** More parts have come than there is room for. */
function beyond(books: Books, planned: Uzs, { invoices, missing }: Counted): Misfit {
  const { asked, paidElsewhere, promised } = roomFor(books)
  const changed = books.claim.exact && MathBN.gte(MathBN.sub(asked, planned).abs(), 1)
  return {
    reason: changed ? "cart_changed" : "nothing_owed",
    facts: {
      asked,
      open: missing,
      paidElsewhere: MathBN.add(paidElsewhere, sumOfInvoices(invoices)).toFixed(),
      promised,
    },
  }
}
