import { sampleInvoice } from "../../test/samples"
import type { Invoice } from "../invoice"
import type { Claim } from "../room"

/** A cart of 65,000 UZS that nothing was paid for. */
export function cart(changes: Partial<Claim> = {}): Claim {
  return {
    asked: "65000",
    open: "65000",
    paid: "0",
    promised: "0",
    exact: true,
    inUzs: true,
    canceled: false,
    bookedSessions: new Map(),
    abandonedSessions: new Set(),
    ...changes,
  }
}

/** An order of 65,000 UZS that nothing was paid for. */
export const order = (changes: Partial<Claim> = {}) => cart({ exact: false, ...changes })

/** Money of 45,000 UZS that a session has spent. */
export function spent(number: number, changes: Partial<Invoice> = {}): Invoice {
  return sampleInvoice(number, {
    state: "paid",
    spentBySession: `payses_${number}`,
    ...changes,
  })
}
