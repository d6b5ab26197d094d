import * as assumed from "../assumptions"
import { takenTiyin } from "./invoices"
import { uzsNumber } from "./money"
import type { CashDesk, Invoice } from "./state"
import { wireDateTime, type Instant } from "./time"

/** MONEY: every figure below is derived from `desk.paid`, so that they cannot tell different stories. */
const paidTiyin = (desk: CashDesk): number =>
  desk.paid.reduce((sum, invoice) => sum + takenTiyin(invoice), 0)

/** docs/service.md, 6.1. */
export const balance = (desk: CashDesk) => ({
  uzs: uzsNumber(paidTiyin(desk)),
  ...assumed.foreignBalances,
})

/** docs/service.md, 6.3. */
export const stats = (desk: CashDesk) => ({
  total_orders: desk.paid.length,
  total_amount: uzsNumber(paidTiyin(desk)),
})

/** The newest transactions (docs/service.md, 6.2). */
export const history = (desk: CashDesk, limit: number | undefined): Invoice[] =>
  desk.paid
    .slice(-Math.min(limit ?? assumed.history.defaultLimit, assumed.history.maximumLimit))
    .reverse()

/** No fields are documented, so those of a receipt in this market (docs/service.md, 6.5). */
export const fiscalReceipt = ({ settings }: CashDesk, invoice: Invoice, now: Instant) => {
  const { payment } = invoice
  if (!payment || now < payment.paidAt + settings.fiscalDelaySeconds * 1000) return null
  const terminal = "SB000000000001"
  const sign = String(payment.transaction).padStart(12, "0").slice(-12)
  const dateTime = wireDateTime(payment.paidAt)
  const compactTime = dateTime.replaceAll(/\D/g, "")
  return {
    terminal_id: terminal,
    receipt_number: invoice.number,
    fiscal_sign: sign,
    date_time: dateTime,
    amount: uzsNumber(payment.tiyin),
    url: `https://ofd.soliq.uz/check?t=${terminal}&r=${invoice.number}&c=${compactTime}&s=${sign}`,
  }
}
