import type { AlertKind, Claimed, HistoryHint, Invoice, Polling } from "../../modules/checkout-uz"
import type { SettleOutcome } from "../settle-invoice"

/** What a sweep works with; the runner itself knows neither Medusa nor the database. */
export type ReconcileDependencies = {
  /** Takes the turn to sweep the desk; false where another server has it. */
  claimSweep: (cashDesk: string) => Promise<boolean>
  readHistory: (cashDesk: string) => Promise<HistoryHint>
  /** Our open invoices among the numbers a history named. */
  findNamed: (
    cashDesk: string,
    numbers: (HistoryHint & { kind: "paid_numbers" })["numbers"]
  ) => Promise<Invoice[]>
  /** Claims due invoices, the longest-waiting first, but for those made with some keys. */
  claimDue: (cashDesk: string, limit: number, exceptKeys: readonly string[]) => Promise<Claimed[]>
  /** What was claimed and not verified is due as it was. */
  giveBack: (claimed: readonly Claimed[]) => Promise<void>
  /** Whether the desk has a key in force, with which every invoice is requested at last. */
  hasKeyInForce: (cashDesk: string) => Promise<boolean>
  /** The one path on which money moves. */
  settle: (invoice: Invoice) => Promise<SettleOutcome>
  /** Stamps an attempt on an invoice the service calls unpaid. */
  scheduleNext: (invoice: Invoice) => Promise<void>
  /** Stamps an attempt that got no answer. */
  scheduleUnanswered: (invoice: Invoice) => Promise<void>
  /** Takes the turn to settle what is known to be paid; false where another server has it. */
  claimSettling: () => Promise<boolean>
  /** Claims confirmed money that is due to be settled, of every cash desk. */
  claimUnsettled: (limit: number) => Promise<Claimed[]>
  /** Alerts the merchant; true for the first to notice that the desk cannot be asked about. */
  markRejected: (cashDesk: string, alert: { kind: AlertKind; reason: string }) => Promise<boolean>
  /** True where the desk had been refused before. */
  markAccepted: (cashDesk: string) => Promise<boolean>
  /** Writes to the merchant's log. */
  alert: (message: string) => void
  inform: (message: string) => void
}

/** The ledger's part of what a sweep works with. */
export function pollingIn(
  polling: Polling
): Omit<ReconcileDependencies, "settle" | "alert" | "inform"> {
  return {
    claimSweep: (cashDesk) => polling.claimSweep(cashDesk),
    readHistory: (cashDesk) => polling.readHistory(cashDesk),
    findNamed: (cashDesk, numbers) => polling.findNamed(cashDesk, numbers),
    claimDue: (cashDesk, limit, exceptKeys) => polling.claimDue(cashDesk, limit, exceptKeys),
    giveBack: (claimed) => polling.giveBack(claimed),
    hasKeyInForce: (cashDesk) => polling.hasKeyInForce(cashDesk),
    scheduleNext: (invoice) => polling.scheduleNext(invoice),
    scheduleUnanswered: (invoice) => polling.scheduleUnanswered(invoice),
    claimSettling: () => polling.claimSettling(),
    claimUnsettled: (limit) => polling.claimUnsettled(limit),
    markRejected: (cashDesk, alert) => polling.markRejected(cashDesk, alert),
    markAccepted: (cashDesk) => polling.markAccepted(cashDesk),
  }
}
