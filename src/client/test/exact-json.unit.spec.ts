import fc from "fast-check"
import { canonicalDecimal } from "../decimal"
import { parseJsonExactly } from "../exact-json"

describe("JSON is read without rounding", () => {
  it("reads like JSON.parse wherever a float holds the number", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(parseJsonExactly(text)).toEqual(JSON.parse(text))
      })
    )
  })

  it.each([
    ["7000.0000000000000001", "7000.0000000000000001"],
    ["61001.00000000000000001", "61001.00000000000000001"],
    ["9007199254740993", "9007199254740993"],
    ["1e999", "1e999"],
    ["7000.00", 7000],
    ["7e3", 7000],
    ["1.0e-9", 1e-9],
    ["123456789012", 123456789012],
  ])("reads the number %s as %p", (token, expected) => {
    expect(parseJsonExactly(`{"a":[${token}]}`)).toEqual({ a: [expected] })
  })

  it("loses no digit of a number, however it is written and wherever it stands", () => {
    const digits = (maxLength: number) =>
      fc.stringMatching(new RegExp(`^(0|[1-9]\\d{0,${maxLength - 1}})$`))
    const number = fc
      .tuple(
        fc.constantFrom("", "-"),
        digits(20),
        fc.stringMatching(/^(\.\d{1,20})?$/),
        fc.stringMatching(/^([eE][+-]?\d{1,2})?$/)
      )
      .map((parts) => parts.join(""))
    const place = fc.constantFrom(
      ...["#", " #", "[#]", "[ #]", "[1,#]", "[1,\n#]", '{"a":#}', '{"a": #}', '["#e5",\t#]']
    )
    fc.assert(
      fc.property(number, place, (token, where) => {
        const read = parseJsonExactly(where.replace(/#(?!e)/, token))
        const last: unknown = [read]
          .flat()
          .flatMap((item) =>
            typeof item === "object" && item !== null ? Object.values(item) : [item]
          )
          .at(-1)
        expect(canonicalDecimal(String(last))).toBe(canonicalDecimal(token))
      }),
      { numRuns: 5_000 }
    )
  })

  it("leaves digits inside texts alone, behind any escape", () => {
    const value = { 'a"9007199254740993': '\\"9007199254740993\\', b: "\u2028 1e999 [{" }
    expect(parseJsonExactly(JSON.stringify(value))).toEqual(value)
  })

  it("refuses what is not JSON, and nesting that others would choke on", () => {
    expect(() => parseJsonExactly("{7000}")).toThrow(SyntaxError)
    expect(() => parseJsonExactly("[".repeat(50_000) + "]".repeat(50_000))).toThrow(SyntaxError)
    expect(parseJsonExactly("[".repeat(50) + "]".repeat(50))).toBeInstanceOf(Array)
  })
})

describe("decimals have one spelling", () => {
  it.each([
    ["1.50", "1.5"],
    ["-0.0", "0"],
    ["-1.20", "-1.2"],
    ["1e-9", "0.000000001"],
    ["1.0e-9", "0.000000001"],
    ["12.5E+3", "12500"],
    ["000", "0"],
    ["123e-2", "1.23"],
  ])("spells %s as %s", (text, expected) => {
    expect(canonicalDecimal(text)).toBe(expected)
  })

  it.each(["", "1.", ".5", "NaN", "Infinity", "1e999", "1 000", "--1"])("refuses %p", (text) => {
    expect(canonicalDecimal(text)).toBeUndefined()
  })

  it("keeps the value of every float", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e60, max: 1e60 }), (value) => {
        const text = canonicalDecimal(String(value))
        if (Math.abs(value) < 1e-90 && value !== 0) return
        expect(Number(text)).toBe(value + 0)
        expect(text).not.toMatch(/e/i)
      })
    )
  })
})
