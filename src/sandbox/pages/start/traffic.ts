import { deliveriesOf, requestsOf } from "../../http/control-calls"
import type { Delivery, RequestEntry } from "../../core/state"
import { webhookBody } from "../../core/webhooks"
import { html, type Html } from "../html"
import { clockTime, form, hidden, none, section, table, type View } from "./view"

const shown = 20

const folded = (title: string, text: string | null): Html | null =>
  text === null
    ? null
    : html`<details>
        <summary>${title}</summary>
        <pre>${text}</pre>
      </details>`

const receiversAnswer = ({ state, status, error }: Delivery): string => {
  if (state === "dropped") return "lost on the way, as ordered"
  if (state === "failed") return error ?? "not delivered"
  return status === null ? "on its way" : `HTTP ${status}`
}

const delivery = (view: View, sent: Delivery): Html =>
  html`<tr>
    <td class="number">${clockTime(sent.sentAt)}</td>
    <td class="number">${sent.invoice.number}</td>
    <td class="wraps"><code>${sent.url}</code></td>
    <td class="wraps">${receiversAnswer(sent)} ${folded("Answer", sent.answer)}</td>
    <td class="wraps">${folded("Body", JSON.stringify(webhookBody(sent), null, 2))}</td>
    <td>
      ${form(view, "resend", html`${hidden("n", sent.n)}<button class="small">Send again</button>`)}
    </td>
  </tr>`

/** Every delivery of a webhook with what its receiver answered, and a button to send it once more. */
export const webhooksSection = (view: View): Html => {
  const sent = deliveriesOf(view.state, view.desk).slice(-shown).reverse()
  const content =
    sent.length === 0
      ? none("None yet. They are sent when an invoice is paid that names an address.")
      : table(
          ["Sent", "Invoice", "To", "Answered", "Body", "Again"],
          sent.map((one) => delivery(view, one))
        )
  return section("webhooks", "Webhooks", content, { live: true })
}

const request = ({ at, operation, status, fault, body, answer }: RequestEntry): Html =>
  html`<tr>
    <td class="number">${clockTime(at)}</td>
    <td><code>${operation}</code></td>
    <td class="number">
      ${status === null ? "no answer" : `HTTP ${status}`}
      ${fault === null ? null : html` <span class="badge">${fault}</span>`}
    </td>
    <td class="wraps">${folded("Body", body)}</td>
    <td class="wraps">${folded("Answer", answer)}</td>
  </tr>`

/** What the service was asked, with keys, cards and codes masked. */
export const requestsSection = (view: View): Html => {
  const asked = requestsOf(view.state, view.desk).slice(-shown).reverse()
  const content =
    asked.length === 0
      ? none("None yet.")
      : table(["Asked", "Operation", "Answered", "Body", "Answer"], asked.map(request))
  return section("requests", "Calls", content, { live: true })
}
