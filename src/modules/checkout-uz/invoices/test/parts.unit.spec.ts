import fc from "fast-check"
import { MAX_INVOICE_AMOUNT } from "../../../../client"
import { uzs } from "../../../../client/test/samples"
import { sampleBlocker, sampleInvoice } from "../../test/samples"
import type { Invoice } from "../invoice"
import { findMoney, type Ask } from "../money"
import {
  countParts,
  inOneCase,
  invoicesFor,
  nextShare,
  sumOfInvoices,
  wasDuePartMade,
} from "../parts"

/** The n-th part that has come, of a payment of 12,345,678 UZS. */
function paid(number: number, amount: string, changes: Partial<Invoice> = {}): Invoice {
  return sampleInvoice(number, {
    state: "paid",
    sessionAmount: uzs(amount),
    invoiceAmount: uzs(amount),
    paidAt: new Date(number),
    part: { position: 1, count: 2, planAmount: uzs("12345678") },
    ...changes,
  })
}

const numbers = (invoices: readonly Invoice[]) => invoices.map(({ number }) => number)

describe("how many invoices an amount takes", () => {
  it.each([
    ["1000", 1],
    ["10000000", 1],
    ["10000000.01", 2],
    ["10000001", 2],
    ["20000000", 2],
    ["49999999", 5],
    ["50000001", 6],
  ])("%s UZS: %d", (amount, count) => {
    expect(invoicesFor(uzs(amount))).toBe(count)
  })
})

it.each([
  ["20000000.4", ["10000000", "10000000.4"]],
  ["30000000.3", ["10000000", "10000000", "10000000.3"]],
  ["20000000.6", ["6666667", "6666667", "6666666.6"]],
])("%s UZS fits the limit as it is rounded: the last part has the tiyin", (amount, shares) => {
  const left = amount === "20000000.6" ? 3 : shares.length
  const parts: Invoice[] = []
  for (let part = 0; part < left; part++) {
    const { missing } = countParts(parts, uzs(amount))
    parts.push(paid(part + 1, nextShare(missing, left - part)))
  }
  expect(parts.map(({ sessionAmount }) => sessionAmount)).toEqual(shares)
})

it("parts are equal but for the last som, fit the limit and come to exactly the payment", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10_000_001, max: 200_000_000 }),
      fc.integer({ min: 0, max: 99 }),
      (som, tiyin) => {
        const amount = uzs(`${som}.${String(tiyin).padStart(2, "0")}`)
        const parts: Invoice[] = []
        for (let missing = amount; missing !== "0";) {
          const share = nextShare(missing, invoicesFor(missing))
          parts.push(paid(parts.length + 1, share))
          missing = countParts(parts, amount).missing
        }
        const shares = parts.map(({ sessionAmount }) => Number(sessionAmount))
        expect(parts).toHaveLength(invoicesFor(amount))
        expect(sumOfInvoices(parts)).toBe(amount)
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(parts.length)
        expect(Math.max(...shares)).toBeLessThanOrEqual(Number(MAX_INVOICE_AMOUNT))
      }
    )
  )
})

describe("parts that have come", () => {
  it("count as far as they go, and the rest is missing", () => {
    const counted = countParts([paid(1, "6172839")], uzs("12345678"))
    expect(counted).toMatchObject({ missing: "6172839" })
    expect(numbers(counted.invoices)).toEqual([1])
  })

  it("never count for more than the payment: one that came twice is left over", () => {
    const three = [paid(1, "6000000"), paid(2, "6000000"), paid(3, "6000000")]
    const counted = countParts(three, uzs("12000000"))
    expect(counted.missing).toBe("0")
    expect(numbers(counted.invoices)).toEqual([1, 2])
  })

  it("make the payment where any of them do, also beside one that came twice and is a som less", () => {
    const odd = [paid(1, "6172839"), paid(2, "6172839"), paid(3, "6172840")]
    const counted = countParts(odd, uzs("12345679"))
    expect(counted.missing).toBe("0")
    expect(numbers(counted.invoices)).toEqual([1, 3])
  })

  it("are found among as many as a shop may take, and beside some that came too often", () => {
    const twenty = Array.from({ length: 20 }, (_, index) => paid(index + 1, "9999999"))
    const all = [paid(100, "9999998"), ...twenty, paid(101, "9999999"), paid(102, "9999999")]
    expect(countParts(all, uzs("199999980"))).toMatchObject({ missing: "0" })
    expect(countParts(all.slice(1, 20), uzs("199999980"))).toMatchObject({ missing: "9999999" })
  })

  it("never leave a rest that the service could not be asked for", () => {
    const counted = countParts([paid(1, "6172839"), paid(2, "6172839")], uzs("12345679"))
    expect(numbers(counted.invoices)).toEqual([1])
    expect(counted.missing).toBe("6172840")
  })

  it("do not count for a payment that has become smaller than they are", () => {
    expect(countParts([paid(1, "6172839")], uzs("5000000"))).toEqual({
      invoices: [],
      missing: "5000000",
    })
  })
})

describe("the money there is for a session", () => {
  const ask = (amount: string, changes: Partial<Ask> = {}): Ask => ({
    ...sampleInvoice(1),
    amount: uzs(amount),
    abandonedSessions: new Set(),
    ...changes,
  })
  const parts = [paid(1, "6000000"), paid(2, "6000000")]

  it("is parts that come to its amount, and less than all of them is missing something", () => {
    expect(findMoney(parts, ask("12000000")).missing).toBe("0")
    expect(findMoney(parts.slice(0, 1), ask("12000000")).missing).toBe("6000000")
  })

  it.each<[string, Partial<Invoice>]>([
    ["of another collection", { paymentCollectionId: "pay_col_2" }],
    ["of another cash desk", { cashDesk: "chorsu" }],
    ["of another service", { serviceUrl: "https://elsewhere.example/api/v1" }],
    ["in another currency", { currencyCode: "usd" }],
    ["that another session has spent", { spentBySession: "payses_1" }],
    ["that is returned", { state: "returned" }],
    ["that is not paid", { state: "pending" }],
    ["over another amount than was paid", { blocker: sampleBlocker("amount_mismatch") }],
  ])("never counts a part %s", (_, changes) => {
    const others = [paid(1, "6000000", changes), paid(2, "6000000")]
    expect(findMoney(others, ask("12000000")).missing).toBe("6000000")
  })

  it("is never made of invoices that are payments by themselves", () => {
    const alone = [paid(1, "6000000", { part: undefined }), paid(2, "6000000", { part: undefined })]
    expect(findMoney(alone, ask("12000000"))).toEqual({ invoices: [], missing: "12000000" })
  })
})

describe("the part that is due next", () => {
  const arrived = { invoices: [paid(1, "6172839")], amount: uzs("12345678") }
  const due = (number: number, expires: number, changes: Partial<Invoice> = {}) =>
    paid(number, "6172839", {
      state: "pending",
      part: { position: 2, count: 2, planAmount: uzs("12345678") },
      paymentUrl: "https://checkout.uz/pay/2",
      readAt: new Date(1_000),
      expiresAt: new Date(expires),
      ...changes,
    })

  it("was made also where nobody paid it in its time: it is not made again and again", () => {
    expect(wasDuePartMade([paid(1, "6172839"), due(2, 999)], arrived)).toBe(true)
    expect(wasDuePartMade([due(2, 999, { state: "closed" })], arrived)).toBe(true)
  })

  it("was not where it was never made for this payment, or its page cannot be shown", () => {
    expect(wasDuePartMade([due(2, 1_001)], arrived)).toBe(true)
    expect(wasDuePartMade([due(2, 1_001, { paymentUrl: "" })], arrived)).toBe(false)
    expect(wasDuePartMade([paid(1, "6172839")], arrived)).toBe(false)
    const other = { position: 2, count: 3, planAmount: uzs("25000000") }
    expect(wasDuePartMade([due(2, 999, { part: other })], arrived)).toBe(false)
    const elsewhere = { paymentCollectionId: "pay_col_2" }
    expect(wasDuePartMade([due(2, 999, elsewhere)], arrived)).toBe(false)
  })
})

describe("what a merchant decides about as one", () => {
  const waits = (number: number, reason: "part_paid" | "nothing_owed") =>
    paid(number, "6000000", { blocker: sampleBlocker(reason) })

  it("is all parts that wait for the same reason, and none that waits for another", () => {
    const all = [waits(1, "part_paid"), waits(2, "part_paid"), waits(3, "nothing_owed")]
    expect(numbers(inOneCase(all, waits(2, "part_paid")))).toEqual([1, 2])
    expect(numbers(inOneCase(all, waits(3, "nothing_owed")))).toEqual([3])
  })

  it("is what a session has spent together", () => {
    const spent = { spentBySession: "payses_1" }
    const all = [paid(1, "6000000", spent), paid(2, "6000000", spent), paid(3, "6000000")]
    expect(numbers(inOneCase(all, paid(1, "6000000", spent)))).toEqual([1, 2])
  })

  it("is an invoice alone that is a payment by itself", () => {
    const alone = paid(1, "6000000", { part: undefined })
    expect(inOneCase([alone, paid(2, "6000000")], alone)).toEqual([alone])
  })
})
