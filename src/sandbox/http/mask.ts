import { isObject } from "./body"

const secretFields: Record<string, (value: string) => string> = {
  card_number: (value) => `**** **** **** ${value.slice(-4)}`,
  card_expiry: () => "**/**",
  sms_code: () => "******",
}

/** Bodies above this many characters of JSON are not kept, so that the log stays small. */
const largestKept = 2_000

const withoutKeys = (value: string, keys: readonly string[]): string =>
  keys.reduce((text, key) => text.replaceAll(key, "***"), value)

const mask = (value: unknown, name: string, keys: readonly string[]): unknown => {
  const secret = secretFields[name]
  if (secret && value !== null) return secret(typeof value === "string" ? value : "")
  if (typeof value === "string") return withoutKeys(value, keys)
  if (Array.isArray(value)) return value.map((item) => mask(item, "", keys))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mask(item, key, keys)])
  )
}

const maySpeakOf = /card_number|card_expiry|sms_code|\\u/

/**
 * A body, of a request or an answer, as the log may show it: no card number, no SMS code, no API key.
 * `text` is its JSON, which is kept as it is where there is nothing to mask: most calls are asked often.
 */
export const maskedText = (text: string, body: unknown, keys: readonly string[]): string => {
  if (text.length > largestKept) return JSON.stringify({ note: "A body this large is not kept." })
  const isHarmless = !maySpeakOf.test(text) && !keys.some((key) => text.includes(key))
  return isHarmless ? text : JSON.stringify(mask(body, "", keys))
}
