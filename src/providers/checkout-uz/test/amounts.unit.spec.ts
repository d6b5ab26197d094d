import { BigNumber, MathBN } from "@medusajs/framework/utils"
import fc from "fast-check"
import { medusaDecimal, medusaUzs, netOf } from "../../../payment-context"

/** Decimals of at most 15 digits, as PostgreSQL writes them. */
const digits = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n - 1n }), fc.integer({ min: 0, max: 999_999 }))
  .map(([whole, part]) => `${whole}.${String(part).padStart(6, "0")}`)

const plain = (text: string) => text.replace(/\.?0+$/, "")

describe("amounts as Medusa hands them around", () => {
  it.each([
    [45_000, "45000"],
    [0, "0"],
    [-0, "0"],
    [0.1, "0.1"],
    [-1500.5, "-1500.5"],
    [1e21, "1000000000000000000000"],
    [1e-7, "0.0000001"],
    ["45000", "45000"],
    ["45000.40", "45000.4"],
    ["-7.10", "-7.1"],
    ["7e3", "7000"],
    [{ value: "45000.50", precision: 20 }, "45000.5"],
    [{ value: 45_000 }, "45000"],
    [{ numeric: 45_000.5 }, "45000.5"],
    [new BigNumber(45_000), "45000"],
    [new BigNumber("45000.1234567891"), "45000.1234567891"],
    [new BigNumber(MathBN.convert("7000.3")), "7000.3"],
  ])("%j is read as %s", (value, expected) => {
    expect(medusaDecimal(value)).toBe(expected)
  })

  it.each([
    "45000.333333333333333",
    "44999.999999999999999",
    "7000.1234567890123456",
    "9999999.9999999999999",
    "12345678901234567890",
  ])("%s is one amount, however core hands it on: as text, as number or with 20 digits", (text) => {
    const handed = String(Number(text))
    const asNumber = medusaDecimal(Number(text))
    expect(medusaDecimal(text)).toBe(asNumber)
    expect(medusaDecimal(handed)).toBe(asNumber)
    expect(medusaDecimal({ value: text, precision: 20 })).toBe(asNumber)
    expect(medusaDecimal(new BigNumber(text))).toBe(asNumber)
    expect(medusaDecimal(asNumber)).toBe(asNumber)
  })

  it("the exact value under `raw` wins over the rounded number beside it", () => {
    expect(medusaDecimal({ numeric: 45_000.123, raw: { value: "45000.1234567" } })).toBe(
      "45000.1234567"
    )
  })

  it.each([
    undefined,
    null,
    true,
    "",
    " ",
    "abc",
    "NaN",
    "Infinity",
    "45,000",
    "45 000",
    "7000 UZS",
    NaN,
    Infinity,
    {},
    [],
    [45_000],
    { value: "abc" },
    { value: null },
    { raw: { value: "abc" } },
    { amount: 45_000 },
  ])("%p is no amount, and never NaN or zero", (value) => {
    expect(medusaDecimal(value)).toBeUndefined()
    expect(medusaUzs(value)).toBeUndefined()
  })

  it("a payment's amount is never below zero", () => {
    expect(medusaUzs(-1)).toBeUndefined()
    expect(medusaUzs("-0.01")).toBeUndefined()
    expect(medusaUzs(new BigNumber(-7000))).toBeUndefined()
    expect(medusaUzs(0)).toBe("0")
  })

  it("no digit is lost between a text, a raw value and a BigNumber", () => {
    fc.assert(
      fc.property(digits, (text) => {
        const expected = plain(text)
        expect(medusaDecimal(text)).toBe(expected)
        expect(medusaUzs(text)).toBe(expected)
        expect(medusaDecimal({ value: text, precision: 20 })).toBe(expected)
        expect(medusaDecimal(new BigNumber(text))).toBe(expected)
        expect(medusaDecimal(medusaDecimal(text))).toBe(expected)
      })
    )
  })

  it("every whole number of som is read as itself", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (som) => {
        expect(medusaUzs(som)).toBe(String(som))
        expect(medusaUzs(new BigNumber(som))).toBe(String(som))
      })
    )
  })

  it("whatever it is given, reading never throws", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const read = medusaDecimal(value)
        if (read !== undefined) expect(read).toMatch(/^-?\d+(\.\d+)?$/)
      })
    )
  })
})

describe("captured minus refunded", () => {
  it("is exact where floats are not", () => {
    expect(netOf(["0.1", "0.2"], ["0.3"])).toBe("0")
    expect(netOf(["45000.40"], ["45000.4"])).toBe("0")
    expect(netOf(["10000000000000000.01"], ["10000000000000000"])).toBe("0.01")
  })

  it("of nothing is zero, and it may go below", () => {
    expect(netOf([], [])).toBe("0")
    expect(netOf([], ["5"])).toBe("-5")
  })

  it("is zero exactly when what came went again, in any order", () => {
    fc.assert(
      fc.property(fc.array(digits), (amounts) => {
        expect(netOf(amounts, [...amounts].reverse())).toBe("0")
        expect(netOf(["1", ...amounts], amounts)).toBe("1")
      })
    )
  })
})
