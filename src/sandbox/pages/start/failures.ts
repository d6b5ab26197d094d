import { faultKinds, type Fault } from "../../core/state"
import { operations } from "../../http/operations"
import { html, type Html } from "../html"
import { choice, form, section, select, type View } from "./view"

/** What the caller meets, in the order of a bad day. */
const MEANINGS: Readonly<Record<(typeof faultKinds)[number], string>> = {
  http_500: "HTTP 500",
  http_429: "HTTP 429",
  status_error: "200 that says “error”",
  html: "a page instead of JSON",
  hang: "no answer at all",
  reset: "a cut connection",
  slow: "a slow answer",
  wrong_id: "another invoice’s number",
  wrong_amount: "another amount",
}

const waiting = ({ operation, kind, times, rate, hits }: Fault): Html =>
  html`<li>
    <code>${operation}</code>: ${MEANINGS[kind]},
    ${Number.isFinite(times) ? `${times} more` : `${Math.round(rate * 100)}% of calls`}, ${hits} so
    far
  </li>`

/** Every failure with one press, and those still to come. */
export const failuresSection = (view: View): Html => {
  const names = Object.keys(operations).map((name) => [name, name] as const)
  const { faults } = view.desk
  return section(
    "failures",
    "Let it fail",
    html`${form(
      view,
      "fault",
      html`<label
          >Operation
          ${select({ name: "operation", label: "Operation" }, names, "status_payment")}</label
        >
        <label>Times <input name="times" inputmode="numeric" value="1" /></label>
        <label>Slow by, ms <input name="delay_ms" inputmode="numeric" value="3000" /></label>
        <div class="line">${faultKinds.map((kind) => choice("kind", kind, MEANINGS[kind]))}</div>`
    )}
    ${
      faults.length === 0
        ? null
        : html`<ul>
              ${faults.map(waiting)}
            </ul>
            ${form(view, "no-faults", html`<button class="small">No more failures</button>`)}`
    }`
  )
}
