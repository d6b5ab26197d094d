/** Stands in for what cannot be read, such as a getter that throws: a schema refuses it at its place. */
const UNREADABLE = Symbol("unreadable")

/** No option is nested as deeply. What contains itself ends here. */
const DEEPEST = 4

/**
 * What a developer wrote into medusa-config, as a plain copy. Medusa's own objects are not plain
 * ones, and an unset environment variable arrives as undefined or an empty text, also inside a list,
 * which means "not given". Never throws.
 */
export function asWritten(input: unknown, leaveOut: readonly string[] = []): unknown {
  const written = copyOf(input, 0)
  if (!isObject(written) || Array.isArray(written)) return written
  return Object.fromEntries(Object.entries(written).filter(([name]) => !leaveOut.includes(name)))
}

/** A field of what was written; undefined where there is none. */
export function fieldOf(written: unknown, name: string): unknown {
  return isObject(written) && Object.hasOwn(written, name) ? written[name] : undefined
}

function copyOf(value: unknown, depth: number): unknown {
  if (!isObject(value)) return value
  if (depth >= DEEPEST) return UNREADABLE
  try {
    if (Array.isArray(value)) return value.map((item) => copyOf(item, depth + 1)).filter(isGiven)
    const fields = Object.keys(value).map((name) => [name, fieldCopy(value, name, depth)] as const)
    return Object.fromEntries(fields.filter(([, field]) => isGiven(field)))
  } catch {
    return UNREADABLE
  }
}

function fieldCopy(value: Record<string, unknown>, name: string, depth: number): unknown {
  try {
    return copyOf(value[name], depth + 1)
  } catch {
    return UNREADABLE
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && !(typeof value === "string" && value.trim() === "")
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}
