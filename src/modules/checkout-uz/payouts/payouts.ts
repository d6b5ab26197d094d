import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Uzs } from "../../../client"
import type { Invoice } from "../invoices/invoice"
import { transitionInvoice, type Audit } from "../invoices/transitions"
import {
  findListedRefunds,
  insertRefundPayout,
  insertReturnPayout,
  listPayoutsOf,
} from "./repository"

/** What comes on the list of money that is sent back by hand; `Attention` shows it. */
export type Payouts = ReturnType<typeof openPayouts>

export function openPayouts(sql: Knex) {
  return {
    /** Those of some refunds of Medusa that are on the list. */
    listedRefunds: (refundIds: readonly string[]) => findListedRefunds(sql, refundIds),

    /** An invoice's pay-outs, the oldest first. */
    of: (invoiceId: string) => listPayoutsOf(sql, invoiceId),

    /** Puts a refund of Medusa's on the list; see {@link insertRefundPayout}. */
    addRefund: (refund: {
      invoiceId: string
      refundId: string
      amount: Uzs
      currencyCode: string
    }): Promise<boolean> => sql.transaction((on) => insertRefundPayout(on, refund)),

    /**
     * Ends an invoice whose paid money stands on nothing, and puts the money on the list.
     *
     * INVARIANT: the invoice ends before any money leaves, and only as it was seen: money that was
     * spent or settled meanwhile stays as it is.
     *
     * @returns undefined where that happened
     */
    returnMoney: (
      { id, spentBySession }: Pick<Invoice, "id" | "spentBySession">,
      audit: Audit
    ): Promise<Invoice | undefined> =>
      sql.transaction(async (on) => {
        const returned = await transitionInvoice(on, {
          id,
          to: "returned",
          from: ["paid"],
          spentBy: spentBySession ?? null,
          audit,
        })
        if (returned) await insertReturnPayout(on, id)
        return returned
      }),
  }
}
