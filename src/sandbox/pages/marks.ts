import { html, type Html } from "./html"

/**
 * A mark for each payment system, so that the eye finds it again: plain shapes on 24 by 24, drawn for this
 * sandbox. They are nobody's logo and resemble none on purpose.
 */
const MARKS: Readonly<Record<string, Html>> = {
  card: html`<rect x="3" y="5" width="18" height="14" rx="2" /> <path d="M3 10h18" />`,
  click: html`<circle cx="12" cy="12" r="8" /> <circle cx="12" cy="12" r="3" />`,
  payme: html`<path d="M12 3l9 9-9 9-9-9z" />`,
  plum: html`<circle cx="9" cy="12" r="6" /> <circle cx="15" cy="12" r="6" />`,
  paylov: html`<path d="M12 4l9 16H3z" />`,
  xazna: html`<path d="M5 5l14 14M19 5L5 19" />`,
  oson: html`<path d="M3 14c3-8 6-8 9-2s6 6 9-2" />`,
  uzum: html`<path d="M12 3l8 4.5v9L12 21l-8-4.5v-9z" />`,
  paynet: html`<path d="M5 20v-6M12 20V4M19 20v-10" />`,
  alif: html`<path d="M4 8h16M4 16h16" />`,
  anor: html`<path d="M12 3v18M3 12h18M5.6 5.6l12.8 12.8M18.4 5.6L5.6 18.4" />`,
}

export const markOf = (key: string): Html => MARKS[key] ?? html`<circle cx="12" cy="12" r="7" />`

const line = html`fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"
stroke-linejoin="round"`

/** A mark on its coloured ground, in a page. */
export const tile = (key: string): Html =>
  html`<span class="tile" aria-hidden="true"><svg viewBox="0 0 24 24">${markOf(key)}</svg></span>`

/** The same mark inside a picture, 18 by 18 at a place of it. */
export const drawnMark = (key: string, x: number, y: number): Html =>
  html`<g ${line} transform="translate(${x} ${y}) scale(0.75)">${markOf(key)}</g>`

const shapes = {
  tick: html`<path d="M5 13l5 5 9-11" />`,
  late: html`<circle cx="12" cy="12" r="8.5" /> <path d="M12 7v5.5l3.5 2" />`,
  question: html`<path d="M9 9.5a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1-1.4 2.1M12 17.6v.1" />`,
  off: html`<path d="M12 4v8M7 6.8a7.5 7.5 0 1 0 10 0" />`,
}

/** The large sign on top of a page that tells how something ended. */
export const sign = (shape: keyof typeof shapes, kind = ""): Html =>
  html`<div class="mark ${kind}" aria-hidden="true">
    <svg viewBox="0 0 24 24">${shapes[shape]}</svg>
  </div>`
