import type { Words } from "./words"

/** What the service says of an invoice, in the reader's language; a word nobody knows as it is. */
export function serviceStatusInWords(t: Words, status: string | null): string | null {
  return status === "paid" || status === "pending" ? t(`common.service_status.${status}`) : status
}
