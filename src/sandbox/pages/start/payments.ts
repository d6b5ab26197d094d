import { statusOf } from "../../core/invoices"
import { bookedAs, bookedSystem, paymentSystem } from "../../core/payment-systems"
import type { Invoice } from "../../core/state"
import { shownAmount } from "../format"
import { html, type Html } from "../html"
import { english } from "../translations/en"
import { clockTime, form, hidden, none, section, select, table, type View } from "./view"

const shown = 20

/** The latest invoices of a cash desk, the newest first, without a walk through all of them. */
const latestOf = ({ state, desk }: View): Invoice[] => {
  const latest: Invoice[] = []
  const oldest = Math.max(state.nextInvoiceNumber - state.invoices.size, 0)
  for (let number = state.nextInvoiceNumber - 1; number >= oldest; number -= 1) {
    const invoice = state.invoices.get(number)
    if (invoice?.cashDeskId === desk.id) latest.push(invoice)
    if (latest.length === shown) break
  }
  return latest
}

const WEBHOOKS = [
  ["send", "webhook sent"],
  ["late", "webhook in a minute"],
  ["drop", "webhook lost"],
  ["twice", "webhook twice"],
] as const

const payForm = (view: View, { number }: Invoice): Html => {
  const systems = view.desk.settings.methods.map(
    (key) => [bookedAs(key), paymentSystem(key)?.name ?? key] as const
  )
  return form(
    view,
    "pay",
    html`${hidden("id", number)}
      ${select({ name: "payment_system", label: "Payment system" }, systems)}
      ${select({ name: "webhook", label: "Webhook" }, WEBHOOKS)}
      <input
        name="amount"
        inputmode="decimal"
        placeholder="amount"
        aria-label="Another amount, UZS"
      />
      <button class="small strong">Pay</button>`
  )
}

const row = (view: View, invoice: Invoice): Html => {
  const status = statusOf(view.desk, invoice, view.now)
  const { payment } = invoice
  return html`<tr>
    <td class="number"><a href="/pay/${invoice.uuid}">${invoice.number}</a></td>
    <td class="number">${shownAmount(invoice.tiyin, english)}</td>
    <td><span class="badge ${payment ? "paid" : ""}">${status}</span></td>
    <td class="wraps">${invoice.description ?? ""}</td>
    <td class="number">${clockTime(invoice.createdAt)}</td>
    <td>
      ${
        payment
          ? html`${shownAmount(payment.tiyin, english)},
            ${bookedSystem(payment.system)?.name ?? payment.system}, ${clockTime(payment.paidAt)}`
          : payForm(view, invoice)
      }
    </td>
  </tr>`
}

export const paymentsSection = (view: View): Html => {
  const rows = latestOf(view).map((invoice) => row(view, invoice))
  const content =
    rows.length === 0
      ? none("None yet. The first call above makes one.")
      : table(["Invoice", "Amount", "Status", "Description", "Made", "Paid"], rows)
  return section("payments", "Latest payments", content, { live: true })
}
