import { MathBN } from "@medusajs/framework/utils"
import {
  compareUzs,
  MAX_INVOICE_AMOUNT,
  MIN_INVOICE_AMOUNT,
  parseUzs,
  type Uzs,
} from "../../../client"
import type { Invoice } from "./invoice"
import { OPEN_STATES } from "./states"

/** Which part of a payment an invoice is, as planned when it was made. */
export type Part = {
  /** From 1. */
  position: number
  count: number
  /** What the whole payment comes to, in UZS. */
  planAmount: Uzs
}

/** What is missing of a payment that has come as a whole. */
export const NOTHING_MISSING = uzs("0")
/** How many sums of parts are tried at most: of those that came too often, a few are left out. */
const TRIES = 5_000

/** Paid parts that count for an amount, and what is missing of it. Amounts in UZS. */
export type Counted = { invoices: Invoice[]; missing: Uzs }

/**
 * Which paid parts count for an amount: those that make just this amount, else the oldest ones, as many as
 * leave a rest that can be paid.
 *
 * INVARIANT: what counts never comes to more than the amount, so nothing is spent beyond it.
 */
export function countParts(paid: readonly Invoice[], amount: Uzs): Counted {
  const parts = [...paid].sort(byAge)
  const exact = partsOver(parts, amount, { left: TRIES })
  if (exact) return { invoices: exact, missing: NOTHING_MISSING }
  const counted: Invoice[] = []
  for (const part of parts) {
    const rest = leftOf(amount, [...counted, part])
    // A rest below the service's least could never be paid.
    if (rest !== undefined && compareUzs(rest, MIN_INVOICE_AMOUNT) >= 0) counted.push(part)
  }
  return { invoices: counted, missing: leftOf(amount, counted) ?? amount }
}

/** Whether the part that is due after those that have come was made already, also where nobody paid it in its time. */
export function wasDuePartMade(
  invoices: readonly Invoice[],
  arrived: { invoices: readonly Invoice[]; amount: Uzs }
): boolean {
  const [first] = arrived.invoices
  return invoices.some(
    ({ part, state, paymentCollectionId, paymentUrl }) =>
      paymentCollectionId === first?.paymentCollectionId &&
      part?.position === arrived.invoices.length + 1 &&
      part.planAmount === arrived.amount &&
      OPEN_STATES.includes(state) &&
      // A page that may not be shown is nobody's.
      paymentUrl !== ""
  )
}

/** The parts, the oldest first, that come to exactly an amount; undefined where none do. */
function partsOver(
  parts: readonly Invoice[],
  amount: Uzs,
  tries: { left: number }
): Invoice[] | undefined {
  const [first, ...others] = parts
  tries.left -= 1
  // All of them together are too little, as of a payment that is not finished.
  const isTooLittle = compareUzs(sumOfInvoices(parts), amount) < 0
  if (!first || isTooLittle || tries.left < 0) return undefined
  const rest = leftOf(amount, [first])
  if (rest === NOTHING_MISSING) return [first]
  const beside = rest === undefined ? undefined : partsOver(others, rest, tries)
  return beside ? [first, ...beside] : partsOver(others, amount, tries)
}

/** What is left of an amount beside some invoices, in UZS; undefined where they come to more. */
function leftOf(amount: Uzs, invoices: readonly Invoice[]): Uzs | undefined {
  return parseUzs(MathBN.sub(amount, sumOfInvoices(invoices)).toFixed())
}

/** What some invoices are booked with together, in UZS. */
export function sumOfInvoices(invoices: readonly Pick<Invoice, "sessionAmount">[]): Uzs {
  const sum = invoices.reduce(
    (total, { sessionAmount }) => MathBN.add(total, sessionAmount),
    MathBN.convert(0)
  )
  return uzs(sum.toFixed())
}

function byAge(one: Invoice, other: Invoice): number {
  const paid = Number(one.paidAt ?? one.createdAt) - Number(other.paidAt ?? other.createdAt)
  return paid || byId(one, other)
}

/** For `sort`: the order in which several invoices are locked. */
export function byId(one: Pick<Invoice, "id">, other: Pick<Invoice, "id">): number {
  return one.id < other.id ? -1 : 1
}

/** What the whole payment comes to that an invoice is made for, in UZS. */
export function paymentAmount({
  part,
  sessionAmount,
}: Pick<Invoice, "part" | "sessionAmount">): Uzs {
  return part?.planAmount ?? sessionAmount
}

/**
 * The invoices whose money a merchant decides about as one: the parts of a payment that wait for the same
 * reason, or that a session has spent together.
 */
export function inOneCase(invoices: readonly Invoice[], invoice: Invoice): Invoice[] {
  const { id, part, spentBySession, paymentCollectionId, blocker } = invoice
  if (!part) return [invoice]
  return invoices.filter(
    (other) =>
      other.id === id ||
      (other.state === "paid" &&
        other.part !== undefined &&
        other.paymentCollectionId === paymentCollectionId &&
        other.spentBySession === spentBySession &&
        (spentBySession !== undefined || other.blocker?.reason === blocker?.reason))
  )
}

/** How many invoices the service needs for an amount in UZS. */
export function invoicesFor(amount: Uzs): number {
  const tiyin = amount.includes(".") ? 1n : 0n
  return Number(divideUp(wholeSom(amount) + tiyin, wholeSom(MAX_INVOICE_AMOUNT)))
}

/** The most that a payment in so many parts comes to, in UZS. */
export function mostInParts(parts: number): Uzs {
  return uzs(String(wholeSom(MAX_INVOICE_AMOUNT) * BigInt(parts)))
}

/**
 * What the next of some equal parts comes to, in UZS: whole som, and the last one takes what is left, with
 * the tiyin.
 *
 * @param missing what is still to be paid
 * @param left in how many parts
 */
export function nextShare(missing: Uzs, left: number): Uzs {
  return left <= 1 ? missing : uzs(String(divideUp(wholeSom(missing), BigInt(left))))
}

function divideUp(som: bigint, by: bigint): bigint {
  return (som + by - 1n) / by
}

function wholeSom(amount: Uzs): bigint {
  return BigInt(amount.split(".")[0] ?? "0")
}

function uzs(text: string): Uzs {
  const amount = parseUzs(text)
  if (amount === undefined) throw new RangeError(`not an amount in UZS: ${text}`)
  return amount
}
