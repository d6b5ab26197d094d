import fc from "fast-check"
import {
  compareUzs,
  isInvoiceable,
  MAX_INVOICE_AMOUNT,
  MIN_INVOICE_AMOUNT,
  parseUzs,
  roundToTiyin,
  roundToWholeSom,
  uzsToWireNumber,
} from ".."
import { uzs } from "./samples"

/** Digits a service could send: 1 to 15 integer digits, perhaps decimals, zeros anywhere. */
const written = fc.stringMatching(/^\d{1,15}(\.\d{1,30})?$/)

/** A second way to compute: as an integer of 10^-30 som. */
function scaled(text: string): bigint {
  const [whole = "", decimals = ""] = text.split(".")
  return BigInt(whole + decimals.padEnd(30, "0"))
}

const invoiceableTiyin = fc.bigInt({ min: 100_000n, max: 1_000_000_000n })

function fromTiyin(tiyin: bigint): string {
  return `${tiyin / 100n}.${String(tiyin % 100n).padStart(2, "0")}`
}

describe("money is exact", () => {
  it.each([
    [7000, "7000"],
    ["7000.00", "7000"],
    ["7000.50", "7000.5"],
    [7000.01, "7000.01"],
    [7000n, "7000"],
    ["007000", "7000"],
    [0, "0"],
    ["0.10", "0.1"],
    ["7000.0000000000000000000000001", "7000.0000000000000000000000001"],
    ["999999999999999.99", "999999999999999.99"],
  ])("reads %p as %p", (value, expected) => {
    expect(parseUzs(value)).toBe(expected)
  })

  it.each([
    [-7000],
    ["-7000"],
    [NaN],
    [Infinity],
    ["7e3"],
    [1e21],
    [1e-7],
    [""],
    [" 7000"],
    ["7000 "],
    ["7000\n"],
    ["7,000"],
    ["7000."],
    [".5"],
    ["+7000"],
    ["0x10"],
    ["٧٠٠٠"],
    [true],
    [null],
    [undefined],
    [[7000]],
    [{ amount: 7000 }],
    ["1000000000000000"],
    [-7000n],
  ])("refuses %p", (value) => {
    expect(parseUzs(value)).toBeUndefined()
  })

  it("keeps every digit that was sent, through any number of decimals", () => {
    fc.assert(
      fc.property(written, (text) => {
        const amount = uzs(text)
        expect(scaled(amount)).toBe(scaled(text))
      })
    )
  })

  it("has one spelling per amount, so that === is equality", () => {
    fc.assert(
      fc.property(written, written, (a, b) => {
        expect(uzs(a)).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
        expect(parseUzs(uzs(a))).toBe(uzs(a))
        expect(uzs(a) === uzs(b)).toBe(scaled(a) === scaled(b))
        expect(uzs(`${a.includes(".") ? a : `${a}.`}00`)).toBe(uzs(a))
      })
    )
  })

  it("orders amounts by value, not as text and not as floats", () => {
    fc.assert(
      fc.property(written, written, (a, b) => {
        const difference = scaled(a) - scaled(b)
        expect(compareUzs(uzs(a), uzs(b))).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
      })
    )
    expect(compareUzs(uzs("900"), uzs("1000"))).toBe(-1)
    expect(compareUzs(uzs("7000.000000000000000001"), uzs("7000"))).toBe(1)
  })

  it("rounds half up to whole som, never by more than half a som", () => {
    fc.assert(
      fc.property(written, (text) => {
        const rounded = roundToWholeSom(uzs(text))
        const som = 10n ** 30n
        expect(scaled(rounded)).toBe(((scaled(text) + som / 2n) / som) * som)
      })
    )
    expect(roundToWholeSom(uzs("7000.5"))).toBe("7001")
    expect(roundToWholeSom(uzs("7000.49999999999999999999"))).toBe("7000")
    expect(roundToWholeSom(uzs("999.5"))).toBe("1000")
  })

  it("rounds half up to tiyin, never by more than half of one", () => {
    const tiyin = 10n ** 28n
    fc.assert(
      fc.property(written, (text) => {
        const rounded = roundToTiyin(uzs(text))
        expect(scaled(rounded)).toBe(((scaled(text) + tiyin / 2n) / tiyin) * tiyin)
        expect(rounded).toBe(parseUzs(rounded))
      })
    )
    expect(roundToTiyin(uzs("7000.4"))).toBe("7000.4")
    expect(roundToTiyin(uzs("7000.995"))).toBe("7001")
    expect(roundToTiyin(uzs("0.004"))).toBe("0")
  })

  it("sends an invoiceable amount as the JSON number of the very same digits", () => {
    fc.assert(
      fc.property(invoiceableTiyin, (tiyin) => {
        const amount = uzs(fromTiyin(tiyin))
        expect(isInvoiceable(amount)).toBe(true)
        expect(uzs(JSON.stringify(uzsToWireNumber(amount)))).toBe(amount)
      })
    )
  })

  it("refuses to send an amount that no JSON number carries exactly", () => {
    expect(() => uzsToWireNumber(uzs("7000.0000000000000001"))).toThrow(RangeError)
  })

  it("knows the service's limits: 1,000 to 10,000,000 inclusive, two decimals at most", () => {
    const invoiceable = (text: string) => isInvoiceable(uzs(text))
    expect([MIN_INVOICE_AMOUNT, MAX_INVOICE_AMOUNT]).toEqual(["1000", "10000000"])
    expect(["1000", "10000000", "1000.01", "9999999.99"].map(invoiceable)).toEqual(
      Array(4).fill(true)
    )
    expect(["999.99", "10000000.01", "0", "7000.001", "99999999", "70"].map(invoiceable)).toEqual(
      Array(6).fill(false)
    )
  })

  it("reads a long text of zeros in no time", () => {
    const startedAt = performance.now()
    expect(parseUzs(`7000.${"0".repeat(60_000)}1${"0".repeat(60_000)}`)).toHaveLength(60_006)
    expect(performance.now() - startedAt).toBeLessThan(500)
  })

  it("never throws and never invents an amount, whatever it is given", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true }), (value) => {
        const amount = parseUzs(value)
        if (amount === undefined) return
        expect(["string", "number", "bigint"]).toContain(typeof value)
        expect(amount).toMatch(/^(0|[1-9]\d{0,14})(\.\d*[1-9])?$/)
      })
    )
  })
})
