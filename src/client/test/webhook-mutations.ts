import fc from "fast-check"
import { DOCUMENTED_WEBHOOK as REAL } from "./samples"

type Json = Record<string, unknown>

/** A mutation of a body's JSON text, or of the object before it is written. */
type Mutation =
  { on: "object"; apply: (body: Json) => void } | { on: "text"; apply: (text: string) => string }

const TOP_KEYS = Object.keys(REAL)
const DATA_KEYS = Object.keys(REAL.data)
const place = fc.oneof(
  fc.constantFrom(...TOP_KEYS).map((key) => ({ inside: false, key })),
  fc.constantFrom(...DATA_KEYS).map((key) => ({ inside: true, key }))
)

/** Values that parsers stumble over; numbers are JSON text, since JavaScript could not hold them. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    "",
    " ",
    "0",
    "-1",
    "1e3",
    "0x1",
    "61001.0",
    "NaN",
    "\u0000",
    "\ud800",
    "\udfff\ud800",
    "{}",
    [],
    [[]],
    {},
    { order_id: 61001 },
    -0,
    1e21,
    1e300,
    2 ** 53,
    2 ** 53 - 1
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.jsonValue({ maxDepth: 3 })
)

function target(body: Json, inside: boolean): Json | undefined {
  if (!inside) return body
  const { data } = body
  return typeof data === "object" && data !== null ? (data as Json) : undefined
}

const objectMutation: fc.Arbitrary<Mutation> = fc.oneof(
  place.map(({ inside, key }) =>
    on((body) => {
      const holder = target(body, inside)
      if (holder) Reflect.deleteProperty(holder, key)
    })
  ),
  fc.tuple(place, odd).map(([{ inside, key }, value]) =>
    on((body) => {
      const holder = target(body, inside)
      if (holder) holder[key] = value
    })
  ),
  fc.tuple(place, place).map(([from, to]) =>
    on((body) => {
      const [source, sink] = [target(body, from.inside), target(body, to.inside)]
      if (source && sink && source[from.key] !== body)
        sink[to.key] = structuredClone(source[from.key])
    })
  ),
  // Every type swapped for its text, and back.
  place.map(({ inside, key }) =>
    on((body) => {
      const holder = target(body, inside)
      const value = holder?.[key]
      if (holder) holder[key] = typeof value === "string" ? Number(value) : JSON.stringify(value)
    })
  ),
  fc.tuple(fc.string({ maxLength: 8 }), odd).map(([key, value]) =>
    on((body) => {
      Object.defineProperty(body, key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    })
  )
)

const PIECES = Array.from("0159.-+eE\"'{}[]:,\\ \u0000\ufeff\ud800")

const textMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.nat(400).map((end) => onText((text) => text.slice(0, end))),
  // A digit, a quote, a bracket or a comma too many, at any place.
  fc
    .tuple(fc.nat(400), fc.constantFrom(...PIECES))
    .map(([at, piece]) => onText((text) => text.slice(0, at) + piece + text.slice(at))),
  fc
    .tuple(fc.nat(400), fc.nat(20))
    .map(([at, length]) => onText((text) => text.slice(0, at) + text.slice(at + length))),
  fc.constantFrom("61001", "7000", "1784000000", "{}").chain((found) =>
    fc
      .oneof(
        fc.bigInt({ min: -(10n ** 400n), max: 10n ** 400n }).map(String),
        fc.nat(400).map((zeros) => `1${"0".repeat(zeros)}`),
        fc.tuple(fc.nat(), fc.integer({ min: -400, max: 400 })).map(([n, e]) => `${n}e${e}`),
        fc.nat(60).map((zeros) => `61001.${"0".repeat(zeros)}1`),
        fc.nat(3_000).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
        fc.nat(1_000).map((depth) => `${'{"data":'.repeat(depth)}1${"}".repeat(depth)}`)
      )
      .map((put) => onText((text) => text.replace(found, () => put)))
  ),
  // Keys twice, and keys that every object inherits: the last of two counts.
  fc
    .constantFrom(
      "event",
      "data",
      "order_id",
      "__proto__",
      "constructor",
      "hasOwnProperty",
      "toString"
    )
    .chain((key) =>
      fc
        .constantFrom(
          '{"order_id":1}',
          "61001",
          "null",
          '"payment_confirmed"',
          '{"polluted":1}',
          "[]"
        )
        .chain((value) =>
          fc
            .constantFrom('"event"', '"order_id"', '"shop_id"')
            .map((before) =>
              onText((text) => text.replace(before, () => `"${key}":${value},${before}`))
            )
        )
    )
)

function on(apply: (body: Json) => void): Mutation {
  return { on: "object", apply }
}

function onText(apply: (text: string) => string): Mutation {
  return { on: "text", apply }
}

/** What is done to the bytes at last: nothing mostly, or bits that flip on the way. */
const flips = fc.oneof(
  { weight: 3, arbitrary: fc.constant<[number, number][]>([]) },
  {
    weight: 1,
    arbitrary: fc.array(fc.tuple(fc.nat(400), fc.nat(7)), { minLength: 1, maxLength: 3 }),
  }
)

/** The bytes of a mutated webhook: what anybody might post to the webhook address. */
export const mutatedWebhook: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.array(fc.oneof(objectMutation, textMutation), { minLength: 1, maxLength: 4 }), flips)
  .map(([mutations, flipped]) => {
    const body = structuredClone<Json>(REAL)
    for (const mutation of mutations) if (mutation.on === "object") mutation.apply(body)
    let text = JSON.stringify(body)
    for (const mutation of mutations) if (mutation.on === "text") text = mutation.apply(text)
    const bytes = new TextEncoder().encode(text)
    for (const [at, bit] of flipped) {
      const byte = bytes[at]
      if (byte !== undefined) bytes[at] = byte ^ (1 << bit)
    }
    return bytes
  })

/** Mutated webhooks, among them some bodies that never were one. */
export const anyBodyBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 18, arbitrary: mutatedWebhook },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }).map((text) => new TextEncoder().encode(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) }
)
