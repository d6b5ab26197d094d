import { stageOf } from "../../core/invoices"
import { bookedAs, bookedSystem, paymentSystem } from "../../core/payment-systems"
import type { Invoice } from "../../core/state"
import { shortened, shownAmount } from "../format"
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
  ["60", "webhook in a minute"],
  ["300", "webhook in 5 minutes"],
  ["drop", "webhook lost"],
  ["twice", "webhook twice"],
] as const

const WHEN = [
  ["now", "now"],
  ["last_second", "at the last second"],
  ["after_lifetime", "after its lifetime"],
] as const

/** A description may be long; its page shows all of it. */
const longestShown = 80

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
      ${select({ name: "when", label: "When" }, WHEN)}
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
  const stage = stageOf(invoice, view.now)
  const { payment } = invoice
  return html`<tr>
    <td class="number"><a href="/pay/${invoice.uuid}">${invoice.number}</a></td>
    <td class="number">${shownAmount(invoice.tiyin, english)}</td>
    <td><span class="badge ${stage}">${stage}</span></td>
    <td class="wraps" dir="auto">${shortened(invoice.description ?? "", longestShown)}</td>
    <td class="number">${clockTime(invoice.createdAt)}</td>
    <td>
      ${
        payment
          ? html`${shownAmount(payment.tiyin, english)},
            ${bookedSystem(payment.system)?.name ?? payment.system}, ${clockTime(payment.paidAt)}`
          : stage === "processing"
            ? "by card, on its way"
            : payForm(view, invoice)
      }
    </td>
  </tr>`
}

const newInvoice = (view: View): Html =>
  form(
    view,
    "invoice",
    html`<label>Amount, UZS <input name="amount" inputmode="decimal" value="45000" /></label>
      <label>Description <input name="description" value="Green tea" /></label>
      <label>Return address <input name="return_url" /></label>
      <button class="small strong">New invoice</button>`
  )

export const paymentsSection = (view: View): Html => {
  const rows = latestOf(view).map((invoice) => row(view, invoice))
  const content =
    rows.length === 0
      ? none("None yet.")
      : table(["Invoice", "Amount", "Status", "Description", "Made", "Paid"], rows)
  return html`${section("new-invoice", "Make an invoice", newInvoice(view))}
  ${section("payments", "Latest payments", content, { live: true })}`
}
