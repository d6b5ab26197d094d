import type { CashDesk } from "./cash-desks"

/** One lost webhook is chance. Two, and half of all, are an address that is wrong or blocked. */
export function mostlyUnnotified({
  paid_count,
  unnotified_count,
}: Pick<CashDesk["health"], "paid_count" | "unnotified_count">): boolean {
  return unnotified_count >= 2 && unnotified_count * 2 >= paid_count
}
