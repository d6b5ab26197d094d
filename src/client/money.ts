import { readBy } from "./schema"

/**
 * An exact amount in UZS: a canonical decimal string without exponent, sign, leading or trailing
 * zeros ("7000", "7000.5"), so that two equal amounts are equal strings.
 */
export type Uzs = string & { readonly __brand: "Uzs" }

const CANONICAL = /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/
const READABLE = /^(\d{1,15})(?:\.(\d+))?$/

function isCanonical(text: string): text is Uzs {
  return CANONICAL.test(text)
}

function canonical(text: string): Uzs {
  if (!isCanonical(text)) throw new RangeError("not a canonical amount in UZS")
  return text
}

/** The number of characters left when the zeros at the end go; a loop, since /0+$/ is quadratic. */
function lengthWithoutEndingZeros(digits: string): number {
  let length = digits.length
  while (length > 0 && digits[length - 1] === "0") length -= 1
  return length
}

function amountText(value: unknown): string | undefined {
  if (typeof value === "string") return value
  // Money invariant: a number becomes text before anything else happens to it, and no arithmetic
  // is ever done on it. (An exponent or "NaN" in that text is refused below.)
  return typeof value === "number" || typeof value === "bigint" ? String(value) : undefined
}

/**
 * Reads an amount in UZS exactly, as number, text of digits or bigint (`7000`, `"7000.00"`, `7000n`).
 * Undefined for everything else: negative, NaN, an exponent, blanks, more than 15 integer digits.
 * Decimals are kept however many there are. Zero is allowed.
 */
export function parseUzs(value: unknown): Uzs | undefined {
  const match = READABLE.exec(amountText(value) ?? "")
  if (match?.[1] === undefined) return undefined
  const whole = String(BigInt(match[1]))
  const decimals = match[2] ?? ""
  const kept = decimals.slice(0, lengthWithoutEndingZeros(decimals))
  return canonical(kept === "" ? whole : `${whole}.${kept}`)
}

/** An amount inside an answer of the service: a number or text (docs/service.md, 3.2). */
export const uzsSchema = readBy(parseUzs, "an amount in UZS")

function split(amount: Uzs): { whole: string; decimals: string } {
  const [whole = "0", decimals = ""] = amount.split(".")
  return { whole, decimals }
}

/** The amount in whole som, half up: tiyin are not in use (`amountRounding: "nearest"`). */
export function roundToWholeSom(amount: Uzs): Uzs {
  const { whole, decimals } = split(amount)
  return canonical(decimals >= "5" ? String(BigInt(whole) + 1n) : whole)
}

/** The amount in tiyin, half up: the most decimals the service is sent (docs/service.md, 2.2). */
export function roundToTiyin(amount: Uzs): Uzs {
  const { whole, decimals } = split(amount)
  if (decimals.length <= 2) return amount
  const up = decimals.charAt(2) >= "5" ? 1n : 0n
  const tiyin = String(BigInt(whole + decimals.slice(0, 2)) + up).padStart(3, "0")
  const kept = tiyin.slice(0, tiyin.length - 2) + "." + tiyin.slice(-2)
  return canonical(kept.slice(0, lengthWithoutEndingZeros(kept)).replace(/\.$/, ""))
}

/** The smallest invoice the service makes, in UZS (docs/service.md, 9.1). */
export const MIN_INVOICE_AMOUNT: Uzs = canonical("1000")

/** The largest invoice the service makes, in UZS (docs/service.md, 9.1). */
export const MAX_INVOICE_AMOUNT: Uzs = canonical("10000000")

function compareText(a: string, b: string): -1 | 0 | 1 {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Orders two amounts by value: -1 when `a` is the smaller one, 0 when they are equal, else 1. */
export function compareUzs(a: Uzs, b: Uzs): -1 | 0 | 1 {
  const [left, right] = [split(a), split(b)]
  if (left.whole.length !== right.whole.length) {
    return left.whole.length < right.whole.length ? -1 : 1
  }
  // Money invariant: compared digit by digit, never as floats. Decimals without ending zeros order
  // as text does.
  return compareText(left.whole, right.whole) || compareText(left.decimals, right.decimals)
}

/** Whether the service can be asked for it: 1,000 to 10,000,000 UZS inclusive, at most two decimals. */
export function isInvoiceable(amount: Uzs): boolean {
  return (
    split(amount).decimals.length <= 2 &&
    compareUzs(amount, MIN_INVOICE_AMOUNT) >= 0 &&
    compareUzs(amount, MAX_INVOICE_AMOUNT) <= 0
  )
}

/**
 * The JSON number that stands for the amount in `/create_payment`, in UZS.
 * @throws RangeError when a JSON number cannot carry the amount exactly; never for an invoiceable one.
 */
export function uzsToWireNumber(amount: Uzs): number {
  const wire = Number(amount)
  // Money invariant: what is sent reads back as the very same digits.
  if (parseUzs(wire) !== amount) throw new RangeError("this amount has no exact JSON number")
  return wire
}
