import { smsCode, testCards } from "../core/cards"
import { statusOf } from "../core/invoices"
import type { CashDesk, Invoice, State } from "../core/state"
import { shownDateTime, type Instant } from "../core/time"
import { shownAmount, shownCard } from "./format"
import { html, type Html } from "./html"
import { document } from "./layout"
import { english } from "./translations/en"

const latestShown = 20

const controlCalls: readonly (readonly [call: string, does: string])[] = [
  [
    "POST /sandbox/payments/:id/pay",
    "the customer pays: {payment_system?, webhook?: send | drop | twice}",
  ],
  ["GET /sandbox/payments[/:id]", "the invoices there are"],
  [
    "PUT /sandbox/settings",
    "{webhook_url?, ip_whitelist?, types?: documented | observed, methods?, lifetime_seconds?, status_after_lifetime?, accept_late_payment?}",
  ],
  [
    "POST /sandbox/faults",
    "{operation, kind: http_500 | http_429 | status_error | html | hang | reset | wrong_id | wrong_amount | slow, times?, rate?, delay_ms?}",
  ],
  ["GET /sandbox/faults", "the failures still to come, and how often each struck"],
  ["DELETE /sandbox/faults", "no more failures"],
  ["POST /sandbox/clock", "time passes: {advance_seconds}"],
  ["GET /sandbox/requests", "what the service was asked"],
  ["GET /sandbox/webhooks", "what was delivered, where, and what was answered"],
  ["POST /sandbox/webhooks/:n/resend", "deliver it once more"],
  ["GET /sandbox/cash-desks", "the cash desks and their keys"],
  ["POST /sandbox/cash-desks", "one more: {key?, name?}"],
  ["POST /sandbox/reset", "empty everything"],
]

const exampleCall = (baseUrl: string, key: string): string =>
  [
    `curl ${baseUrl}/api/v1/create_payment \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"amount": 45000, "description": "Green tea"}'`,
  ].join("\n")

const paymentRow = (desk: CashDesk, invoice: Invoice, now: Instant): Html => {
  const status = statusOf(desk, invoice, now)
  return html`<tr>
    <td class="number"><a href="/pay/${invoice.uuid}">${invoice.number}</a></td>
    <td class="number">${shownAmount(invoice.tiyin, english)}</td>
    <td><span class="badge ${status === "paid" ? "paid" : ""}">${status}</span></td>
    <td>${invoice.description ?? ""}</td>
    <td class="number">${shownDateTime(invoice.createdAt)}</td>
  </tr>`
}

const latestPayments = (state: State, now: Instant): Html => {
  const latest = [...state.invoices.values()].slice(-latestShown).reverse()
  const rows = latest.map((invoice) => {
    const desk = state.cashDesks.find(({ id }) => id === invoice.cashDeskId)
    return desk ? paymentRow(desk, invoice, now) : null
  })
  if (rows.length === 0) return html`<p class="quiet">None yet. The call above makes one.</p>`
  return html`<table class="stack">
    <thead>
      <tr>
        <th>Invoice</th>
        <th>Amount</th>
        <th>Status</th>
        <th>Description</th>
        <th>Created</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

const table = (rows: readonly (readonly [string, string])[]): Html =>
  html`<table class="stack">
    <tbody>
      ${rows.map(
        ([left, right]) =>
          html`<tr>
            <td><code>${left}</code></td>
            <td>${right}</td>
          </tr>`
      )}
    </tbody>
  </table>`

const cardTable = (): Html =>
  table(testCards.map(({ number, does }) => [shownCard(number), does] as const))

const deskList = (desks: readonly CashDesk[]): Html =>
  html`${desks.map(
    ({ id, name, key }) =>
      html`<dt>API key of ${name} (cash desk ${id})</dt>
        <dd><code>${key}</code></dd>`
  )}`

/** `/`: what a developer needs to begin. In English, as all documentation for developers. */
export const startPage = (state: State, baseUrl: string, now: Instant): string =>
  document(
    {
      title: "Payment service",
      isForCustomers: false,
      content: html`<main class="wide">
        <h1>Payment service sandbox</h1>
        <p class="quiet">
          The whole service on your machine, in memory, with pages you can pay on.
        </p>
        <section>
          <h2>Call it</h2>
          <dl>
            <dt>Service</dt>
            <dd><code>${baseUrl}/api/v1</code></dd>
            ${deskList(state.cashDesks)}
            <dt>Its clock</dt>
            <dd>${shownDateTime(now)}</dd>
          </dl>
          <pre>${exampleCall(baseUrl, state.cashDesks[0]?.key ?? "")}</pre>
        </section>
        <section>
          <h2>Latest payments</h2>
          ${latestPayments(state, now)}
        </section>
        <section>
          <h2>Test cards</h2>
          <p class="quiet">
            Any future expiry; the SMS code is ${smsCode}. Any other number is an unknown card.
          </p>
          ${cardTable()}
        </section>
        <section>
          <h2>Control calls</h2>
          <p class="quiet">
            JSON, no key. Each takes ?cash_desk=ID; without it the first cash desk is meant.
          </p>
          ${table(controlCalls)}
        </section>
      </main>`,
    },
    english
  )
