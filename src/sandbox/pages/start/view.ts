import type { CashDesk, State } from "../../core/state"
import { wireDateTime, type Instant } from "../../core/time"
import { html, type Html } from "../html"

/** What the start page shows: the sandbox as one cash desk sees it. */
export type View = {
  state: State
  desk: CashDesk
  now: Instant
  /** The address customers reach the sandbox at. */
  baseUrl: string
  /** Why what was just pressed was not done. */
  problem: string | null
}

/** One part of the page. What is `live` is shown anew while the page is open. */
export const section = (
  id: string,
  title: string,
  content: Html,
  { live = false }: { live?: boolean } = {}
): Html =>
  html`<section id="${id}" ${live ? html`data-live` : null}>
    <h2>${title}</h2>
    ${content}
  </section>`

/** A form that presses one control call; see `actions.ts`. */
export const form = ({ desk }: View, action: string, content: Html): Html =>
  html`<form class="line" method="post" action="/actions/${action}?cash_desk=${desk.id}">
    ${content}
  </form>`

export const hidden = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`

export const select = (
  { name, label }: { name: string; label: string },
  options: readonly (readonly [value: string, text: string])[],
  chosen?: string
): Html =>
  html`<select name="${name}" aria-label="${label}">
    ${options.map(
      ([value, text]) =>
        html`<option value="${value}" ${value === chosen ? html`selected` : null}>${text}</option>`
    )}
  </select>`

/** A button that sends its own name and value with its form. */
export const choice = (name: string, value: string | number, text: string): Html =>
  html`<button class="small" name="${name}" value="${value}">${text}</button>`

export const table = (headings: readonly string[], rows: readonly Html[]): Html =>
  html`<div class="scroll">
    <table class="stack">
      <thead>
        <tr>
          ${headings.map((heading) => html`<th>${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`

export const none = (text: string): Html => html`<p class="quiet">${text}</p>`

/** A time of day, with its date where a pointer rests. */
export const clockTime = (at: Instant): Html => {
  const whole = wireDateTime(at)
  return html`<time title="${whole}">${whole.slice(-8)}</time>`
}

/** Text that a button copies where there are scripts. */
export const copied = (text: string): Html =>
  html`<div class="copied">
    <pre>${text}</pre>
    <button type="button" class="small" data-copies hidden>Copy</button>
  </div>`
