/** Markup that is safe to send: made by `html` below, which escapes whatever is put into it. */
export type Html = { readonly markup: string }
type Part = Html | string | number | null | readonly Part[]

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const markupOf = (part: Part): string => {
  if (part === null) return ""
  if (typeof part === "string") return escape(part)
  if (typeof part === "number") return String(part)
  return "markup" in part ? part.markup : part.map(markupOf).join("")
}

/** Template tag: text is escaped, also inside quoted attributes; `Html` goes in as it is; null is nothing. */
export const html = (literals: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: literals.reduce((markup, literal, at) => {
    return markup + markupOf(parts[at - 1] ?? null) + literal
  }),
})
