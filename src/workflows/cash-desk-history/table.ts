import type { Comparison } from "./compare"

/** The columns of a comparison as a table. */
export const HISTORY_COLUMNS = [
  "group",
  "number",
  "service_amount",
  "service_status",
  "service_paid_at",
  "invoice_id",
  "state",
  "our_amount",
  "order_id",
  "order_number",
  "paid_at",
  "standing",
  "paid",
  "given_back",
] as const

type HistoryRow = Record<(typeof HISTORY_COLUMNS)[number], string | number | null>

/** A comparison row by row; the service's amount is empty where it knows of none. Amounts in UZS. */
export function historyTable(comparison: Comparison): HistoryRow[] {
  const groups = ["only_service", "only_ours", "both"] as const
  return groups.flatMap((group) =>
    comparison[group].map(({ invoice, ...row }) => ({
      group,
      number: row.number,
      service_amount: group === "only_ours" ? null : row.amount,
      service_status: row.service_status,
      service_paid_at: row.service_paid_at,
      invoice_id: invoice?.id ?? null,
      state: invoice?.state ?? null,
      standing: invoice?.standing ?? null,
      our_amount: invoice?.amount ?? null,
      order_id: invoice?.order_id ?? null,
      order_number: invoice?.order_number ?? null,
      paid_at: invoice?.paid_at ?? null,
      paid: invoice?.paid ?? null,
      given_back: invoice?.given_back ?? null,
    }))
  )
}
