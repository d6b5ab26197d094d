import type { Settings } from "../../core/state"
import { html, type Html } from "../html"
import { form, hidden, section, type View } from "./view"

type Behaviour = {
  id: string
  title: string
  is: string
  isOn: (settings: Settings) => boolean
  /** The settings that switch it on, and those that switch it off. */
  on: Record<string, unknown>
  off: Record<string, unknown>
}

/** What a service does on a bad day and a cash desk's settings can bring about, with a press each. */
const BEHAVIOURS: readonly Behaviour[] = [
  {
    id: "slow-card",
    title: "Slow confirmation",
    is: "A card's payment comes 8 seconds after its code.",
    isOn: ({ cardDelaySeconds }) => cardDelaySeconds > 0,
    on: { card_delay_seconds: 8 },
    off: { card_delay_seconds: 0 },
  },
  {
    id: "webhook-first",
    title: "Webhook first",
    is: "An invoice is paid, and its webhook sent, before /create_payment answers.",
    isOn: ({ payAtCreation }) => payAtCreation,
    on: { pay_at_creation: true },
    off: { pay_at_creation: false },
  },
  {
    id: "late-receipt",
    title: "Late receipt",
    is: "Fiscal data comes 5 minutes after a payment.",
    isOn: ({ fiscalDelaySeconds }) => fiscalDelaySeconds >= 300,
    on: { fiscal_delay_seconds: 300 },
    off: { fiscal_delay_seconds: 30 },
  },
  {
    id: "no-late-payment",
    title: "No late payments",
    is: "After its lifetime an invoice cannot be paid any more, on a page left open either.",
    isOn: ({ acceptLatePayment }) => !acceptLatePayment,
    on: { accept_late_payment: false },
    off: { accept_late_payment: true },
  },
  {
    id: "own-status",
    title: "A word of its own",
    is: "After its lifetime the service calls an invoice “expired”, which no documentation shows.",
    isOn: ({ statusAfterLifetime }) => statusAfterLifetime !== "pending",
    on: { status_after_lifetime: "expired" },
    off: { status_after_lifetime: "pending" },
  },
  {
    id: "documented-types",
    title: "Documented types",
    is: "Numbers are numbers on the wire, as the documentation has them.",
    isOn: ({ types }) => types === "documented",
    on: { types: "documented" },
    off: { types: "observed" },
  },
]

/** The settings a press of this section asks for; none where it names nothing. */
export const behaviourOf = (pressed: URLSearchParams): Record<string, unknown> => {
  const behaviour = BEHAVIOURS.find(({ id }) => id === pressed.get("behaviour"))
  if (!behaviour) return {}
  return pressed.get("to") === "on" ? behaviour.on : behaviour.off
}

const row = (view: View, { id, title, is, isOn }: Behaviour): Html => {
  const on = isOn(view.desk.settings)
  return html`<li>
    <div>
      <strong>${title}</strong> ${on ? html`<span class="badge paid">on</span>` : null}
      <p class="quiet">${is}</p>
    </div>
    ${form(
      view,
      "behaviour",
      html`${hidden("behaviour", id)} ${hidden("to", on ? "off" : "on")}
        <button class="small" aria-label="${title}: switch ${on ? "off" : "on"}">
          Switch ${on ? "off" : "on"}
        </button>`
    )}
  </li>`
}

export const behavioursSection = (view: View): Html =>
  section(
    "behaviours",
    "Behaviours",
    html`<ul class="behaviours">
        ${BEHAVIOURS.map((behaviour) => row(view, behaviour))}
      </ul>
      <p class="quiet">
        Late, lost and doubled webhooks, part and over payments, and payments at the last second or
        after the lifetime are chosen beside an invoice. A payment system is switched off in the
        settings, also while a customer chooses.
      </p>`
  )
