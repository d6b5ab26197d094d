import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { parseInvoiceNumber, parseUzs } from "../../src/client"
import { findByNumber, insertInvoice } from "../../src/modules/checkout-uz/invoices/repository"
import { fillInvoices } from "../many-invoices"
import { reconciliation } from "../reconciliation"
import type { Row } from "../results"
import { medianOf } from "../median"
import { secondsOf, SERVICE } from "./measure"

const RUNS = 300
const CLAIMS = 30
/** As many as a sweep claims. */
const DUE = 100

/** A ledger with so many invoices. */
export type Ledger = { sql: Knex; invoices: number }

/**
 * What a payment and a sweep ask of the ledger itself, where it is small and where it is large: in turn, so that
 * whatever else the machine does is the same for both.
 */
export async function measureLedger(ledgers: readonly Ledger[]): Promise<Row[]> {
  for (const { sql, invoices } of ledgers) {
    await fillInvoices(sql, SERVICE, invoices)
    await letBeDue(sql)
  }
  const row = async (
    what: string,
    runs: number,
    statement: (ledger: Ledger, run: number) => Promise<number>
  ): Promise<Row> => {
    const times = ledgers.map((): number[] => [])
    // The first ones are slower, and count for nothing.
    for (let run = -10; run < runs; run += 1) {
      for (const [at, ledger] of ledgers.entries()) {
        const ms = await statement(ledger, run + 10)
        if (run >= 0) times[at]?.push(ms)
      }
    }
    const columns = ledgers.map(({ invoices }, at): [string, string] => [
      `${invoices.toLocaleString("en")} invoices`,
      medianOf(times[at] ?? []).toFixed(1),
    ])
    return { "what (median ms)": what, ...Object.fromEntries(columns) }
  }
  return [
    await row("an invoice by its number", RUNS, read),
    await row("a new invoice", RUNS, insert),
    await row(`the claim of ${DUE} due invoices`, CLAIMS, claim),
  ]
}

async function read({ sql, invoices }: Ledger, run: number): Promise<number> {
  // None of those that the other cash desk has.
  const number = numberOf((((run * 5) % invoices) + 1) * 7)
  return millisecondsOf(async () => {
    const found = await findByNumber(sql, { serviceUrl: SERVICE, cashDesk: "main", number })
    if (found === undefined) throw new Error(`Invoice ${number} is not there.`)
  })
}

async function insert({ sql }: Ledger, run: number): Promise<number> {
  return millisecondsOf(() => insertInvoice(sql, recordOf(numberOf(90_000_000 + run))))
}

async function claim({ sql }: Ledger): Promise<number> {
  const { dependencies } = reconciliation(sql, SERVICE, { sweepSeconds: 0 })
  const begun = performance.now()
  const claimed = await dependencies.claimDue("main", DUE, [])
  const taken = performance.now() - begun
  if (claimed.length < DUE) throw new Error("Too few invoices are due.")
  await dependencies.giveBack(claimed)
  return taken
}

async function letBeDue(sql: Knex): Promise<void> {
  await sql.raw(
    `UPDATE checkout_uz_invoice SET next_check_at = now() - interval '1 minute' WHERE id IN (
       SELECT id FROM checkout_uz_invoice WHERE state = 'closed' AND cash_desk = 'main' LIMIT ?
     )`,
    [DUE]
  )
}

async function millisecondsOf(job: () => Promise<unknown>): Promise<number> {
  return (await secondsOf(job)) * 1_000
}

function recordOf(number: ReturnType<typeof numberOf>): Parameters<typeof insertInvoice>[1] {
  const amount = parseUzs("65000")
  if (amount === undefined) throw new Error("65000 is no amount.")
  return {
    intent: {
      serviceUrl: SERVICE,
      cashDesk: "main",
      paymentCollectionId: `pay_col_bench_${number}`,
      currencyCode: "uzs",
      sessionAmount: amount,
      invoiceAmount: amount,
      returnAddress: "https://shop.example/checkout/return/{session_id}",
      part: undefined,
    },
    number,
    uuid: String(number),
    keyFingerprint: "0011223344556677",
    providerId: "pp_checkout-uz_main",
    ownerId: `cart_bench_${number}`,
    cartId: `cart_bench_${number}`,
    label: { email: "dilnoza@mijoz.example" },
    paymentUrl: "https://checkout.uz/pay/bench",
    payVia: { click: "https://checkout.uz/pay/bench/click" },
    customPaymentPages: [],
    lifetimeSeconds: 3_600,
    giveUpMinutes: undefined,
    webhookToken: "token",
    sessionId: `payses_bench_${number}`,
  }
}

function numberOf(value: number) {
  const number = parseInvoiceNumber(value)
  if (number === undefined) throw new Error(`${value} is no number.`)
  return number
}
