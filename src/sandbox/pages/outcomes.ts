import { usableUrl } from "../assumptions"
import { bookedSystem } from "../core/payment-systems"
import type { Payment } from "../core/state"
import { shownDateTime } from "../core/time"
import { html } from "./html"
import { outcomePage, type Bill } from "./payment-page"
import { systemName, type Words } from "./words"

/** Long enough to read that it is paid, short enough not to wait for. */
const returnAfterSeconds = 3

/**
 * `/pay/:uuid` of a paid invoice, whenever it is opened. The customer goes on to `return_url`, and
 * without one stays here (docs/service.md, 2.5).
 */
export const paidPage = (bill: Bill, payment: Payment): string => {
  const { invoice, words } = bill
  const url = usableUrl(invoice.returnUrl)
  const goesOn = url === null ? {} : { goesOn: { url, afterSeconds: returnAfterSeconds } }
  const next =
    url === null
      ? html`<p>${words.mayClose}</p>`
      : html`<p class="quiet">${words.returning}</p>
          <a class="button" href="${url}">${words.returnNow}</a>`
  const system = bookedSystem(payment.system)
  const name = system ? systemName(system, words) : payment.system
  const how = words.paidThrough(name, shownDateTime(payment.paidAt))
  return outcomePage(
    words,
    words.paidTitle,
    html`<div class="mark good" aria-hidden="true">✓</div>
      <h1>${words.paidTitle}</h1>
      <p class="quiet">${how}</p>
      ${next}`,
    { bill, ...goesOn }
  )
}

/** `/pay/:uuid` and its methods after the lifetime of an unpaid invoice. */
export const lapsedPage = (bill: Bill): string => {
  const { invoice, words } = bill
  const url = usableUrl(invoice.returnUrl)
  return outcomePage(
    words,
    words.lapsedTitle,
    html`<div class="mark" aria-hidden="true">!</div>
      <h1>${words.lapsedTitle}</h1>
      <p>${words.lapsedText}</p>
      ${url === null ? null : html`<a class="button" href="${url}">${words.returnNow}</a>`}`,
    { bill }
  )
}

/** @param bill the invoice that a part of the address named, where one did */
export const notFoundPage = (words: Words, bill: Bill | null = null): string => {
  const url = bill && usableUrl(bill.invoice.returnUrl)
  return outcomePage(
    words,
    words.notFoundTitle,
    html`<div class="mark" aria-hidden="true">?</div>
      <h1>${words.notFoundTitle}</h1>
      <p>${words.notFoundText}</p>
      ${url === null ? null : html`<a class="button" href="${url}">${words.returnNow}</a>`}`
  )
}
