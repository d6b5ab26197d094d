import { z } from "zod"

/** A field read by one of our own parsers, which answers undefined for what it cannot read. */
export function readBy<T>(parse: (value: unknown) => T | undefined, expected: string) {
  // Optional, since a newer zod asks for the key itself before it asks the parser: so a field that is
  // missing is told from one that is wrong by `parse` alone, with every zod there is.
  return z
    .unknown()
    .optional()
    .transform((value, context): T => {
      const read = parse(value)
      if (read !== undefined) return read
      context.addIssue({ code: "custom", message: `expected ${expected}` })
      return z.NEVER
    })
}

/** The value of an own field; undefined when there is none, or when `value` is no object at all. */
export function ownField(value: unknown, name: string): unknown {
  // Own fields only: nothing that every object inherits is ever taken for something that was sent.
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Whether the value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** The value as text, or undefined for blanks and everything that is not text. */
export function textOrUndefined(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined
}

/** A text that has to be there. */
export const textSchema = readBy(textOrUndefined, "a text")

/** A text that may be missing, null, blank or of another type; none of these is a reason to refuse. */
export const optionalTextSchema = z.unknown().optional().transform(textOrUndefined)

/** A whole number of zero or more, as number or text of digits; undefined for anything else. */
export function parseCount(value: unknown): number | undefined {
  const count = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/** The envelope's own status: the call worked. It says nothing about any payment. */
export const successSchema = z.literal("success")
