import type { CashDesk } from "../../../../contract"

/** One lost webhook is chance. Two, and half of all, are an address that is wrong or blocked. */
export function mostlyUnannounced({
  paid_count,
  unannounced_count,
}: Pick<CashDesk["health"], "paid_count" | "unannounced_count">): boolean {
  return unannounced_count >= 2 && unannounced_count * 2 >= paid_count
}
