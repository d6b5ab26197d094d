/** A webhook's body as it reads best: JSON on lines of its own, anything else as it came. */
export function prettyBody(body: string): { language: "json" | "text"; code: string } {
  try {
    const parsed: unknown = JSON.parse(body)
    return { language: "json", code: JSON.stringify(parsed, undefined, 2) }
  } catch {
    return { language: "text", code: body }
  }
}
