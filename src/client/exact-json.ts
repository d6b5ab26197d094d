import { canonicalDecimal } from "./decimal"

/** Any value that JSON can carry. */
export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g
/** How every number begins that a float may not hold: fifteen digits without an exponent it always holds. */
const LONG_OR_EXPONENT = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE])/
/** How deeply JSON may be nested here. */
export const DEEPEST = 100

/** Whether a JavaScript number stands for exactly these digits. */
function survives(token: string): boolean {
  const read = String(Number(token))
  if (read === token) return true
  const written = canonicalDecimal(token)
  return written !== undefined && written === canonicalDecimal(read)
}

function quoteNumbersThatWouldBeRounded(json: string): string {
  if (!LONG_OR_EXPONENT.test(json)) return json
  return json.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') || survives(token) ? token : `"${token}"`
  )
}

/** What is to be known of a value: whether it is nested deeper than `than`, and whether a number is in it. */
type Found = { isDeep: boolean; hasNumber: boolean }

function look(value: JsonValue, than: number, found: Found): void {
  if (typeof value === "number") found.hasNumber = true
  if (typeof value !== "object" || value === null) return
  if (than === 0) {
    found.isDeep = true
    return
  }
  for (const item of Object.values(value)) look(item, than - 1, found)
}

/**
 * Reads JSON text without rounding: a number that a float cannot hold exactly
 * (`7000.0000000000000001`, ids beyond 2^53) arrives as text of the very digits that were sent.
 * @throws SyntaxError when the text is not JSON, or is nested so deeply that others would choke on it.
 */
export function parseJsonExactly(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue
  const found: Found = { isDeep: false, hasNumber: false }
  look(value, DEEPEST, found)
  if (found.isDeep) throw new SyntaxError("nested too deeply")
  if (!found.hasNumber) return value
  // Money invariant: no amount and no invoice number passes through a rounding float; 7000.0000…01
  // would otherwise read as 7000 and match an invoice it does not pay.
  const exact = quoteNumbersThatWouldBeRounded(text)
  return exact === text ? value : (JSON.parse(exact) as JsonValue)
}
