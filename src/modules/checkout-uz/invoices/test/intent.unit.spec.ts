import { parseUzs, type Uzs } from "../../../../client"
import { findReusable, type Intent } from "../intent"
import type { Invoice } from "../invoice"
import { findMoney } from "../money"
import { NOTHING_MISSING } from "../parts"
import { BLOCKER_REASONS, INVOICE_STATES } from "../states"
import { sampleBlocker, sampleInvoice } from "../../test/samples"

function uzs(text: string): Uzs {
  const amount = parseUzs(text)
  if (amount === undefined) throw new Error(`${text} is no amount.`)
  return amount
}

/** The database's clock; a server's own is of no account. */
const READ_AT = new Date("2020-03-01T12:00:00Z")
const ADDRESS = "https://shop.example/return"
const PAGE = "https://checkout.uz/pay/1"

const INTENT: Intent = {
  serviceUrl: sampleInvoice(1).serviceUrl,
  cashDesk: "main",
  paymentCollectionId: "pay_col_1",
  currencyCode: "uzs",
  sessionAmount: uzs("45000"),
  invoiceAmount: uzs("45000"),
  returnAddress: ADDRESS,
  part: undefined,
}

function invoice(number: number, changes: Partial<Invoice> = {}): Invoice {
  return sampleInvoice(number, {
    returnAddress: ADDRESS,
    paymentUrl: PAGE,
    expiresAt: new Date(READ_AT.getTime() + 60_000),
    readAt: READ_AT,
    ...changes,
  })
}

const NOBODY: ReadonlySet<string> = new Set()

/** What a session is handed: money that has come, else what can still be paid. */
function found(
  invoices: Invoice[],
  changes: Partial<Intent> = {},
  abandonedSessions: ReadonlySet<string> = NOBODY
): number | undefined {
  const intent = { ...INTENT, ...changes }
  const money = findMoney(invoices, { ...intent, amount: intent.sessionAmount, abandonedSessions })
  const [come] = money.missing === NOTHING_MISSING ? money.invoices : []
  return (come ?? findReusable(invoices, intent))?.number
}

describe("an invoice that can still be paid", () => {
  it("is handed out again instead of making another one, the latest of several", () => {
    expect(found([invoice(1)])).toBe(1)
    expect(found([invoice(1), invoice(2)])).toBe(2)
    expect(found([])).toBeUndefined()
  })

  it.each<[string, Partial<Intent>]>([
    ["another collection", { paymentCollectionId: "pay_col_2" }],
    ["another cash desk", { cashDesk: "chorsu" }],
    ["another service", { serviceUrl: "https://elsewhere.example/api/v1" }],
    ["another amount of the session", { sessionAmount: uzs("45000.01") }],
    ["another amount of the invoice", { invoiceAmount: uzs("45001") }],
    ["another address to return to", { returnAddress: "https://shop.example/other" }],
    ["another currency", { currencyCode: "usd" }],
    ["a part of a larger payment", { part: { position: 1, count: 2, planAmount: uzs("90000") } }],
  ])("is not handed to an intent with %s", (_, intent) => {
    expect(found([invoice(1)], intent)).toBeUndefined()
  })

  it("has at least a minute of its life to go, by the clock of the database that it was read from", () => {
    const ending = (ms: number) =>
      found([invoice(1, { expiresAt: new Date(READ_AT.getTime() + ms) })])
    expect([ending(60_000), ending(59_999), ending(-1)]).toEqual([1, undefined, undefined])
  })

  it("has a page that may be shown", () => {
    expect(found([invoice(1, { paymentUrl: "" })])).toBeUndefined()
  })

  it.each(["expired", "closed", "settled", "returned"] as const)("is none that is %s", (state) => {
    expect(found([invoice(1, { state })])).toBeUndefined()
  })
})

describe("money that has come and stands on nothing", () => {
  const paid = (number: number, changes: Partial<Invoice> = {}) =>
    invoice(number, { state: "paid", ...changes })

  it("goes before everything that would have to be paid", () => {
    expect(found([paid(1), invoice(2)])).toBe(1)
    expect(found([invoice(1), paid(2)])).toBe(2)
  })

  it("is taken whatever is over or hidden: nobody is sent to its page", () => {
    const bare = { paymentUrl: "", returnAddress: "", expiresAt: new Date(0) }
    expect(found([paid(1, bare)])).toBe(1)
  })

  it("is not taken where it was spent already", () => {
    for (const state of INVOICE_STATES) {
      expect(found([invoice(1, { state, spentBySession: "payses_1" })])).toBeUndefined()
    }
  })

  it("is taken where Medusa no longer has the session that spent it: no second invoice is made", () => {
    const spent = paid(1, { spentBySession: "payses_1" })
    const gone = new Set(["payses_1"])
    expect(found([spent], {}, gone)).toBe(1)
    expect(found([spent], {}, new Set(["payses_2"]))).toBeUndefined()
    for (const state of ["settled", "returned"] as const) {
      expect(found([{ ...spent, state }], {}, gone)).toBeUndefined()
    }
  })

  it.each(BLOCKER_REASONS)("with %s in its way is taken unless the amount is another", (reason) => {
    const blocked = paid(1, { blocker: sampleBlocker(reason) })
    expect(found([blocked])).toBe(reason === "amount_mismatch" ? undefined : 1)
  })

  it("over another amount, or for another collection, is not taken", () => {
    expect(found([paid(1)], { sessionAmount: uzs("44999") })).toBeUndefined()
    expect(found([paid(1)], { paymentCollectionId: "pay_col_2" })).toBeUndefined()
  })
})
