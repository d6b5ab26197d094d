import { DEEPEST, type JsonValue } from "./exact-json"
import { isRecord } from "./schema"

/** NUL, which PostgreSQL takes in no text, and lone halves of surrogate pairs, which it takes in no `jsonb`. */
const UNSTORABLE = /\0|\p{Surrogate}/gu

/** Found in all that {@link UNSTORABLE} is found in; most texts are done with it, ten times as fast. */
const PERHAPS_UNSTORABLE = /[\0\uD800-\uDFFF]/

/** The text as any database takes it. */
export function storableText(text: string): string {
  return PERHAPS_UNSTORABLE.test(text) ? text.replace(UNSTORABLE, "") : text
}

/** At most `limit` characters of a text, as any database takes it, and never half a character. */
export function cutText(text: string, limit: number): string {
  // No character is longer than two units, and a long text is not taken apart to its end.
  const enough = storableText(text).slice(0, 2 * limit)
  return Array.from(enough).slice(0, limit).join("")
}

/**
 * A JSON value whose texts and keys any database takes, however deep they are. What JSON has no word
 * for, and what is nested too deeply for others to read, is null.
 */
export function storableJson(value: unknown, depth = 0): JsonValue {
  if (typeof value === "string") return storableText(value)
  if (typeof value === "number" || typeof value === "boolean") return value
  if (depth >= DEEPEST) return null
  if (Array.isArray(value)) return value.map((item) => storableJson(item, depth + 1))
  return isRecord(value) ? storableObject(value, depth) : null
}

function storableObject(value: Record<string, unknown>, depth: number): JsonValue {
  const sent = Object.entries(value).filter(([, item]) => item !== undefined)
  // Money invariant: a field that was sent under its own name is never replaced by one whose name
  // only reads so after cleaning, so that one goes first.
  const mended = sent.filter(([key]) => storableText(key) !== key)
  const plain = sent.filter(([key]) => storableText(key) === key)
  return Object.fromEntries(
    [...mended, ...plain].map(([key, item]) => [storableText(key), storableJson(item, depth + 1)])
  )
}
