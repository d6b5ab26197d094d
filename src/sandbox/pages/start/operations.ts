import type { State } from "../../core/state"
import { html, type Html } from "../html"
import { copied, section, type View } from "./view"

/** A body to begin with, for each operation that takes one. */
const bodies = (state: State): Readonly<Record<string, object | undefined>> => {
  const latest = Math.max(state.nextInvoiceNumber - 1, 1)
  return {
    create_payment: { amount: 45000, description: "Green tea" },
    status_payment: { id: latest },
    get_fiscal: { order_id: latest },
    pay_via_card: { order_id: latest, card_number: "8600000000000001", card_expiry: "12/49" },
    confirm_card_payment: { payment_token: "TOKEN", sms_code: "123456" },
    get_balance: undefined,
    get_history: { limit: 10 },
    get_stats: undefined,
    get_payment_methods: undefined,
  }
}

const curl = ({ baseUrl, desk }: View, operation: string, body: object | undefined): string =>
  [
    `curl -X POST ${baseUrl}/api/v1/${operation}`,
    `  -H "Authorization: Bearer ${desk.key}"`,
    ...(body === undefined
      ? []
      : [`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(body)}'`]),
  ].join(" \\\n")

/** Where the service is, and each of its operations as a call to copy. */
export const operationsSection = (view: View): Html => {
  const { baseUrl, desk } = view
  const calls = Object.entries(bodies(view.state))
  return section(
    "operations",
    "Call it",
    html`<dl>
        <dt>Service</dt>
        <dd><code>${baseUrl}/api/v1</code></dd>
        <dt>API key of ${desk.name}</dt>
        <dd><code>${desk.key}</code></dd>
        <dt>Described in</dt>
        <dd><a href="/openapi.json">openapi.json</a></dd>
      </dl>
      ${calls.map(
        ([operation, body], at) =>
          html`<details ${at === 0 ? html`open` : null}>
            <summary><code>${operation}</code></summary>
            ${copied(curl(view, operation, body))}
          </details>`
      )}`
  )
}
