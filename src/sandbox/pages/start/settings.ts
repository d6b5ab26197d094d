import { paymentSystems } from "../../core/payment-systems"
import { shownDateTime } from "../../core/time"
import { html, type Html } from "../html"
import { choice, form, section, select, type View } from "./view"

const STEPS = [
  [60, "1 minute"],
  [600, "10 minutes"],
  [3_600, "1 hour"],
  [86_400, "1 day"],
] as const

/** The sandbox's clock, which only goes forward. */
export const timeSection = (view: View): Html =>
  section(
    "time",
    "Let time pass",
    html`<p>It is ${shownDateTime(view.now)} here.</p>
      ${form(
        view,
        "clock",
        html`${STEPS.map(([seconds, text]) => choice("advance_seconds", seconds, `+ ${text}`))}`
      )}`
  )

const field = (name: string, label: string, value: string | number): Html =>
  html`<label>${label} <input name="${name}" value="${value}" /></label>`

/** What a merchant sets for a cash desk at the service, and how this one talks. */
export const settingsSection = (view: View): Html => {
  const { settings } = view.desk
  const types = [
    ["observed", "as seen live"],
    ["documented", "as documented"],
  ] as const
  const early = [
    ["false", "wait for the customer"],
    ["true", "are paid at once"],
  ] as const
  const late = [
    ["true", "can be paid"],
    ["false", "cannot be paid"],
  ] as const
  return section(
    "settings",
    "Settings of the cash desk",
    form(
      view,
      "settings",
      html`${field("webhook_url", "Webhook address", settings.webhookUrl ?? "")}
        ${field("ip_whitelist", "IP whitelist (empty: off)", settings.ipWhitelist.join(" "))}
        ${field("lifetime_seconds", "Lifetime, seconds", settings.lifetimeSeconds)}
        ${field("status_after_lifetime", "Status after it", settings.statusAfterLifetime)}
        <label
          >After it
          ${select({ name: "accept_late_payment", label: "After its lifetime an invoice" }, late, String(settings.acceptLatePayment))}</label
        >
        ${field("fiscal_delay_seconds", "Receipt after, seconds", settings.fiscalDelaySeconds)}
        ${field("card_delay_seconds", "Card takes, seconds", settings.cardDelaySeconds)}
        <label
          >New invoices
          ${select({ name: "pay_at_creation", label: "New invoices" }, early, String(settings.payAtCreation))}</label
        >
        <label
          >Types
          ${select({ name: "types", label: "Types on the wire" }, types, settings.types)}</label
        >
        <fieldset>
          <legend>Payment systems</legend>
          ${paymentSystems.map(
            ({ key, name }) =>
              html`<label class="box"
                ><input
                  type="checkbox"
                  name="methods"
                  value="${key}"
                  ${settings.methods.includes(key) ? html`checked` : null}
                />${name}</label
              >`
          )}
        </fieldset>
        <button class="small strong">Save</button>`
    )
  )
}

/** The cash desks, each with its own key and books; one is looked at. */
export const cashDesksSection = (view: View): Html =>
  section(
    "cash-desks",
    "Cash desks",
    html`<ul>
        ${view.state.cashDesks.map(
          ({ id, name, key }) =>
            html`<li>
              <a href="/?cash_desk=${id}" ${id === view.desk.id ? html`aria-current="true"` : null}
                >${name}</a
              >: <code>${key}</code>
            </li>`
        )}
      </ul>
      ${form(
        view,
        "cash-desk",
        html`<label>Name <input name="name" /></label>
          <label>Key (empty: made for you) <input name="key" /></label>
          <button class="small">Open one more</button>`
      )}
      ${form(view, "reset", html`<button class="small bad">Empty everything</button>`)}`
  )
