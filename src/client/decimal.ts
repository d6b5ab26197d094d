const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/

function trimmed(whole: string, decimals: string): string {
  let start = 0
  while (start < whole.length - 1 && whole[start] === "0") start += 1
  let end = decimals.length
  while (end > 0 && decimals[end - 1] === "0") end -= 1
  return end === 0 ? whole.slice(start) : `${whole.slice(start)}.${decimals.slice(0, end)}`
}

/**
 * One spelling for every decimal number: sign, digits, no exponent, no zeros that say nothing.
 * Done on the digits themselves, so that nothing is rounded. Undefined for what is no decimal, and
 * for exponents of more than two digits.
 */
export function canonicalDecimal(text: string): string | undefined {
  const match = DECIMAL.exec(text)
  if (match === null) return undefined
  const [, sign = "", whole = "", decimals = "", exponent = "0"] = match
  const digits = whole + decimals
  const point = whole.length + Number(exponent)
  const canonical = trimmed(
    point <= 0 ? "0" : digits.slice(0, point).padEnd(point, "0"),
    point <= 0 ? "0".repeat(-point) + digits : digits.slice(point)
  )
  return canonical === "0" ? canonical : sign + canonical
}

/** A number or a text of digits as an exact decimal; undefined for anything else. */
export function parseDecimal(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number"
    ? canonicalDecimal(String(value))
    : undefined
}
