import { canonicalDecimal } from "./decimal"

/** Any value that JSON can carry. */
export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

const STRING_NUMBER_OR_BRACKET = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[[\]{}]/g
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
  let depth = 0
  return json.replace(STRING_NUMBER_OR_BRACKET, (token) => {
    if (token.startsWith('"')) return token
    if (token === "]" || token === "}") depth -= 1
    else if (token === "[" || token === "{") depth += 1
    else return survives(token) ? token : `"${token}"`
    if (depth > DEEPEST) throw new SyntaxError("nested too deeply")
    return token
  })
}

/**
 * Reads JSON text without rounding: a number that a float cannot hold exactly
 * (`7000.0000000000000001`, ids beyond 2^53) arrives as text of the very digits that were sent.
 * @throws SyntaxError when the text is not JSON, or is nested so deeply that others would choke on it.
 */
export function parseJsonExactly(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue
  // Money invariant: no amount and no invoice number passes through a rounding float; 7000.0000…01
  // would otherwise read as 7000 and match an invoice it does not pay.
  const exact = quoteNumbersThatWouldBeRounded(text)
  return exact === text ? value : (JSON.parse(exact) as JsonValue)
}
