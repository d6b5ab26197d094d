import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { createCheckoutUzClient } from "../src/client"
import { Credentials } from "../src/modules/checkout-uz/credentials/credentials"
import type { Invoice } from "../src/modules/checkout-uz"
import { verifyInvoice } from "../src/modules/checkout-uz/invoices/verify"
import { Polling } from "../src/modules/checkout-uz/invoices/polling"
import { pollingIn, type ReconcileDependencies } from "../src/workflows/reconcile/dependencies"

/** The real runner and ledger; only settling in Medusa is replaced by verifying alone. */
export function reconciliation(
  sql: Knex,
  serviceUrl: string,
  { sweepSeconds }: { sweepSeconds: number }
) {
  const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const client = createCheckoutUzClient({ apiKey: "bench", baseUrl: serviceUrl, logger: silent })
  const credentials = new Credentials({
    sql,
    serviceUrl,
    encryption: undefined,
    configuredKey: () => "bench",
    connect: () => client,
    logError: ignore,
  })
  const polling = new Polling({
    sql,
    serviceUrl,
    watchDays: () => Promise.resolve(7),
    sweepSeconds,
    credentials,
  })
  const verifying = {
    sql,
    requestStatus: (invoice: Invoice) => credentials.statusOf(invoice),
    warn: ignore,
  }
  const dependencies: ReconcileDependencies = {
    ...pollingIn(polling),
    settle: async (due) => {
      const verification = await verifyInvoice(verifying, due, { wait: true })
      const { invoice } = verification
      return verification.kind === "unpaid"
        ? { kind: "not_paid", invoice }
        : { kind: "settled", invoice }
    },
    alert: (message) => {
      throw new Error(message)
    },
    inform: ignore,
  }
  return { dependencies, desksWithOpenInvoices: () => polling.desksWithOpenInvoices() }
}

export async function countPaid(sql: Knex): Promise<number> {
  const result: unknown = await sql.raw(
    "SELECT count(*)::int AS paid FROM checkout_uz_invoice WHERE state = 'paid'"
  )
  return z.object({ rows: z.tuple([z.object({ paid: z.number() })]) }).parse(result).rows[0].paid
}

/** So many of the numbers from 1 on, as far from each other as they can be. */
export function spread(numbers: number, count: number): number[] {
  const step = Math.floor(numbers / count)
  return Array.from({ length: count }, (_, index) => 1 + index * step)
}

function ignore(): void {
  // Nothing is told while measuring.
}
