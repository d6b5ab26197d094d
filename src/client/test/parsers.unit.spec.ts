import fc from "fast-check"
import { CheckoutUzError, MalformedAnswerError, parseInvoiceNumber, parseUzs } from ".."
import { readAnswer, type Answer } from "../answer"
import type { JsonValue } from "../exact-json"
import { parseCreatePaymentAnswer } from "../operations/create-payment"
import { parseGetHistoryAnswer } from "../operations/get-history"
import { parseStatusPaymentAnswer } from "../operations/status-payment"
import { PARSERS } from "./parsers"
import { CALLS, createdPayment, number, paidStatus } from "./samples"

/** The body as it would be after a trip over the wire. */
function json(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue
}

/** Replaces, anywhere in a body, one value by any other. */
function damaged(body: JsonValue, path: number[], replacement: JsonValue): JsonValue {
  const [step, ...rest] = path
  if (step === undefined || typeof body !== "object" || body === null) return replacement
  if (Array.isArray(body)) {
    const at = body.length === 0 ? 0 : step % body.length
    return body.map((item, index) => (index === at ? damaged(item, rest, replacement) : item))
  }
  const keys = Object.keys(body)
  const at = keys[keys.length === 0 ? 0 : step % keys.length]
  return Object.fromEntries(
    Object.entries(body).map(([key, item]) => [
      key,
      key === at ? damaged(item, rest, replacement) : item,
    ])
  )
}

/** Any JSON, and bodies that are right but for one value: the second kind gets far into a parser. */
function bodies(good: unknown): fc.Arbitrary<JsonValue> {
  const almost = fc
    .tuple(fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }), fc.jsonValue({ maxDepth: 3 }))
    .map(([path, replacement]) => damaged(json(good), path, json(replacement)))
  return fc.oneof({ weight: 3, arbitrary: almost }, fc.jsonValue().map(json))
}

/** What a parser says about a body; anything but a MalformedAnswerError fails the test. */
function outcome<T>(parse: (answer: Answer) => T, body: JsonValue): T | undefined {
  try {
    return parse({ httpStatus: 200, body })
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedAnswerError)
    return undefined
  }
}

describe("every parser meets any JSON with a value or a MalformedAnswerError", () => {
  it.each(CALLS.filter(({ operation }) => operation !== "get_fiscal"))(
    "$operation",
    ({ operation, answer }) => {
      const parse = PARSERS[operation]
      if (parse === undefined) throw new Error(`${operation} has no parser here`)
      expect(outcome(parse, json(answer))).toBeDefined()
      fc.assert(
        fc.property(bodies(answer), (body) => {
          outcome(parse, body)
        }),
        { numRuns: 500 }
      )
    }
  )
})

describe("no parser ever says what was not sent", () => {
  it("status_payment: never another invoice than the one asked, never paid unless data.status is", () => {
    fc.assert(
      fc.property(bodies(paidStatus({ id: 61001 })), (body) => {
        const record = outcome(
          PARSERS.status_payment as (answer: Answer) => {
            number: number
            status: string
            amount: string
          },
          body
        )
        if (record === undefined) return
        expect(record.number).toBe(61001)
        const { data } = body as { data: { status: unknown; amount: unknown } }
        expect(record.status).toBe(data.status)
        expect(record.amount).toBe(parseUzs(data.amount))
      }),
      { numRuns: 1_000 }
    )
  })

  it("status_payment: refuses every other number than the one asked", () => {
    const numbers = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(numbers, numbers, fc.boolean(), (asked, told, text) => {
        const body = json(paidStatus({ id: text ? String(told) : told }))
        const record = outcome((answer) => parseStatusPaymentAnswer(answer, number(asked)), body)
        expect(record?.number).toBe(asked === told ? asked : undefined)
      })
    )
  })

  it("create_payment: number, amount and address are the body's own", () => {
    fc.assert(
      fc.property(bodies(createdPayment()), (body) => {
        const invoice = outcome(parseCreatePaymentAnswer, body)
        if (invoice === undefined) return
        const { payment } = body as { payment: Record<string, unknown> }
        expect(invoice.number).toBe(parseInvoiceNumber(payment._id))
        expect(invoice.amount).toBe(parseUzs(payment._amount))
        expect(invoice.paymentUrl).toMatch(/^https?:\/\//)
        expect(invoice.lifetimeSeconds).toBeGreaterThan(0)
        expect(invoice.lifetimeSeconds).toBeLessThan(366 * 86_400 + 1)
      }),
      { numRuns: 1_000 }
    )
  })

  it("get_history: each record read is one of the body's, in its order, and none is counted twice", () => {
    const entries = fc.array(
      fc.oneof(bodies(paidStatus().data), fc.constant(json(paidStatus().data)))
    )
    fc.assert(
      fc.property(entries, (data) => {
        const list = outcome(parseGetHistoryAnswer, { status: "success", data })
        const { items = [], leftOut = [] } = list ?? {}
        expect(items.length + leftOut.length).toBe(data.length)
        const ids = data.map((entry) =>
          typeof entry === "object" && entry !== null && !Array.isArray(entry)
            ? parseInvoiceNumber(entry.id)
            : undefined
        )
        let from = 0
        for (const { number: id } of items) {
          const at = ids.indexOf(id, from)
          expect(at).toBeGreaterThanOrEqual(from)
          from = at + 1
        }
      })
    )
  })
})

describe("whatever comes over the wire is an answer or one of our errors", () => {
  it("any text with any HTTP status", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constant("<html></html>"),
      bodies({ status: "error", error: "no" }).map((body) => JSON.stringify(body))
    )
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), texts, (httpStatus, text) => {
        try {
          const answer = readAnswer("status_payment", { httpStatus, text }, (words) => words)
          expect(httpStatus).toBeLessThan(300)
          expect(answer.httpStatus).toBe(httpStatus)
        } catch (error) {
          expect(error).toBeInstanceOf(CheckoutUzError)
          expect(error).toMatchObject({ httpStatus, operation: "status_payment" })
        }
      }),
      { numRuns: 1_000 }
    )
  })
})

/** Fields whose absence is no reason to refuse an answer; all others are needed. */
const OPTIONAL = [
  "payment._pay_via",
  "payment._lifteme",
  "data.created_at",
  "data.paid_at",
  "message",
]

/** The path of every field in a body that is an object all the way down. */
function pathsIn(body: JsonValue, before: readonly string[] = []): string[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return []
  return Object.entries(body).flatMap(([name, item]) => {
    const path = [...before, name]
    return [path.join("."), ...(OPTIONAL.includes(path.join(".")) ? [] : pathsIn(item, path))]
  })
}

function without(body: JsonValue, [name, ...rest]: string[]): JsonValue {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).flatMap(([key, item]) => {
      if (key !== name) return [[key, item]]
      return rest.length === 0 ? [] : [[key, without(item, rest)]]
    })
  )
}

describe("a field that is missing altogether, with every zod there may be", () => {
  const fields = CALLS.flatMap(({ operation, answer }) =>
    operation === "get_fiscal"
      ? []
      : pathsIn(json(answer)).map((path) => ({ operation, answer, path }))
  )

  it.each(fields)("$operation without $path", ({ operation, answer, path }) => {
    const parse = PARSERS[operation]
    if (parse === undefined) throw new Error(`${operation} has no parser here`)
    const body = without(json(answer), path.split("."))
    if (OPTIONAL.includes(path)) {
      expect(parse({ httpStatus: 200, body })).toBeDefined()
      return
    }
    expect(() => parse({ httpStatus: 200, body })).toThrow(
      `${operation}: the answer is malformed at ${path}: `
    )
  })
})
