import type { Invoice } from "../../contract"

const CONFIRMED: readonly Invoice["state"][] = ["paid", "settled"]

/**
 * What stands open on an order and what is folded away: every invoice whose money has come, else the
 * latest one.
 */
export function arrange(invoices: readonly Invoice[]): { open: Invoice[]; folded: Invoice[] } {
  const latestFirst = invoices.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const confirmed = latestFirst.filter(({ state }) => CONFIRMED.includes(state))
  const open = confirmed.length > 0 ? confirmed : latestFirst.slice(0, 1)
  return { open, folded: latestFirst.filter((invoice) => !open.includes(invoice)) }
}
