/** Strings, marks, and whatever else stands between them: numbers, true, false, null. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g

/** A webhook's body as it reads best: JSON on lines of its own, anything else as it came. */
export function prettyBody(body: string): { language: "json" | "text"; code: string } {
  return isJson(body) ? { language: "json", code: indent(body) } : { language: "text", code: body }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Puts JSON on lines without reading what it says: a number read by JavaScript loses the digits after
 * the sixteenth, and transactions are told apart by them.
 */
function indent(json: string): string {
  let depth = 0
  let before = ""
  let lines = ""
  const newLine = () => `\n${"  ".repeat(depth)}`
  for (const [token] of json.matchAll(TOKENS)) {
    const opened = before === "{" || before === "["
    if (token === "}" || token === "]") {
      depth -= 1
      if (!opened) lines += newLine()
    } else if (opened || before === ",") {
      lines += newLine()
    }
    lines += token === ":" ? ": " : token
    if (token === "{" || token === "[") depth += 1
    before = token
  }
  return lines
}
