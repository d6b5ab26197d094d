import type { z } from "zod"
import type { FiscalData } from "../../client"
import type { receiptAnswerSchema } from "../../contract"

type Row = NonNullable<z.output<typeof receiptAnswerSchema>["receipt"]>[number]

const MOST_ROWS = 100
const LONGEST_VALUE = 500
const LONGEST_NAME = 200
/** What lies deeper is shown as JSON. */
const DEEPEST = 8

/**
 * A receipt as names with values. What the service answers is not documented (docs/service.md, 6.5), so
 * nothing about it is taken for granted; the envelope's own "success" is left out, and so is what has
 * no value.
 *
 * @returns null where there is no receipt
 */
export function receiptRows(answer: FiscalData): Row[] | null {
  const rows: Row[] = []
  collect(rows, "", answer, 0)
  const receipt = rows.filter(({ name, value }) => name !== "status" || value !== "success")
  return receipt.length === 0 ? null : receipt
}

function collect(rows: Row[], name: string, value: FiscalData, depth: number): void {
  if (rows.length >= MOST_ROWS || value === null || value === "") return
  if (typeof value !== "object") {
    rows.push(row(name, String(value)))
    return
  }
  const inner = Object.entries(value)
  if (inner.length === 0) return
  if (depth >= DEEPEST) {
    rows.push(row(name, JSON.stringify(value)))
    return
  }
  for (const [key, part] of inner) {
    collect(rows, name === "" ? key : `${name}.${key}`, part, depth + 1)
  }
}

function row(name: string, value: string): Row {
  return {
    name: cut(name, LONGEST_NAME),
    value: cut(value, LONGEST_VALUE),
    link: value.length <= LONGEST_VALUE ? safeLink(value) : null,
  }
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  // By letters: one that is cut in two is none.
  const letters = Array.from(text.slice(0, 2 * longest)).slice(0, longest - 1)
  return `${letters.join("")}…`
}

/** The value as an address to open: https alone, and without a name and password in it. */
function safeLink(value: string): string | null {
  if (!URL.canParse(value)) return null
  const { protocol, username, password, href } = new URL(value)
  return protocol === "https:" && username === "" && password === "" ? href : null
}
