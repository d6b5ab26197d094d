import * as assumed from "../assumptions"
import { expiresAt, stageOf, statusOf, takenTiyin } from "../core/invoices"
import { uzsNumber, uzsText } from "../core/money"
import { paymentSystem } from "../core/payment-systems"
import type { CashDesk, Invoice } from "../core/state"
import { wireDateTime, type Instant } from "../core/time"

/** A payment status record in the documented or the observed types (docs/service.md, 3.2). */
export const statusRecord = (desk: CashDesk, invoice: Invoice, now: Instant) => {
  const { payment } = invoice
  const paidAt = payment ? wireDateTime(payment.paidAt) : assumed.paidAtWhileUnpaid
  const status = statusOf(desk, invoice, now)
  const taken = takenTiyin(invoice)
  const createdAt = wireDateTime(invoice.createdAt)
  if (desk.settings.types === "documented") {
    const amount = uzsNumber(taken)
    return { id: invoice.number, amount, status, created_at: createdAt, paid_at: paidAt }
  }
  const { idAsText, amountAsTextWithTwoDecimals, createdAtWhilePending } = assumed.observedRecord
  return {
    id: idAsText ? String(invoice.number) : invoice.number,
    amount: amountAsTextWithTwoDecimals ? uzsText(taken) : uzsNumber(taken),
    status,
    ...(payment || createdAtWhilePending ? { created_at: createdAt } : {}),
    paid_at: paidAt,
  }
}

export const pageUrl = (baseUrl: string, invoice: Invoice): string =>
  `${baseUrl}/pay/${invoice.uuid}`

/** A new invoice (docs/service.md, 2.6). */
export const paymentRecord = (desk: CashDesk, invoice: Invoice, baseUrl: string) => {
  const url = pageUrl(baseUrl, invoice)
  return {
    _id: invoice.number,
    _uuid: invoice.uuid,
    _url: url,
    _amount: uzsNumber(invoice.tiyin),
    _status: "pending",
    _pay_via: Object.fromEntries(desk.settings.methods.map((key) => [key, `${url}/${key}`])),
    custom_payment_pages: assumed.customPaymentPages(new URL(baseUrl).host, url),
    _return_url: invoice.returnUrl ?? assumed.absentReturnUrl,
    _lifteme: {
      _second: invoice.lifetimeSeconds,
      _hour: assumed.lifetimeHours(invoice.lifetimeSeconds),
    },
  }
}

/** A payment system (docs/service.md, 6.4). */
export const methodRecord = (key: string, baseUrl: string) => ({
  key,
  name: paymentSystem(key)?.name ?? key,
  logo_light: `${baseUrl}/logos/${key}-light.svg`,
  logo_dark: `${baseUrl}/logos/${key}-dark.svg`,
})

/** An invoice as the control calls show it: plain numbers, ISO times, and the status its page shows. */
export const controlRecord = (invoice: Invoice, baseUrl: string, now: Instant) => ({
  id: invoice.number,
  uuid: invoice.uuid,
  cash_desk: invoice.cashDeskId,
  amount: uzsNumber(invoice.tiyin),
  status: stageOf(invoice, now),
  description: invoice.description,
  webhook_url: invoice.webhookUrl,
  return_url: invoice.returnUrl,
  url: pageUrl(baseUrl, invoice),
  payment_system: invoice.payment?.system ?? null,
  created_at: new Date(invoice.createdAt).toISOString(),
  expires_at: new Date(expiresAt(invoice)).toISOString(),
  paid_at: invoice.payment ? new Date(invoice.payment.paidAt).toISOString() : null,
  paid_amount: invoice.payment ? uzsNumber(invoice.payment.tiyin) : null,
})
