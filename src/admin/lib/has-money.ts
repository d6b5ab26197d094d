import type { Invoice } from "../../contract"

const WITH_MONEY: readonly Invoice["state"][] = ["paid", "settled", "returned"]

/** Whether money has come for an invoice: only then is there a receipt, or something to send back. */
export function hasMoney({ state }: Pick<Invoice, "state">): boolean {
  return WITH_MONEY.includes(state)
}
