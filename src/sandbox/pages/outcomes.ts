import { usableUrl } from "../assumptions"
import { fiscalReceipt } from "../core/books"
import { bookedSystem, type PaymentSystem } from "../core/payment-systems"
import type { Payment } from "../core/state"
import { shownDateTime } from "../core/time"
import { shownAmount } from "./format"
import { html, type Html } from "./html"
import { sign } from "./marks"
import { outcomePage, payPath, type Bill } from "./payment-page"
import { systemName, type Words } from "./words"

/** Long enough to read that it is paid, short enough not to wait for. */
const returnAfterSeconds = 3

/** How often a page without a script asks whether the payment has arrived. Seconds. */
const askAgainAfterSeconds = 2

const paidWith = (payment: Payment, words: Words): string => {
  const system = bookedSystem(payment.system)
  const name = system ? systemName(system, words) : payment.system
  return payment.maskedCard === null ? name : `${name} •• ${payment.maskedCard.slice(-4)}`
}

/** What a customer keeps of a payment. The fiscal sign comes some time after it. */
const receipt = (bill: Bill, payment: Payment): Html => {
  const { desk, invoice, now, words } = bill
  const fiscal = fiscalReceipt(desk, invoice, now)
  const lines = [
    [words.receipt.amount, shownAmount(payment.tiyin, words)],
    [words.receipt.method, paidWith(payment, words)],
    [words.receipt.time, shownDateTime(payment.paidAt)],
    [words.receipt.transaction, String(payment.transaction)],
    [words.receipt.fiscalSign, fiscal ? fiscal.fiscal_sign : words.receipt.beingIssued],
  ] as const
  return html`<dl class="receipt">
    ${lines.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`
    )}
  </dl>`
}

/** A link where something else comes first, else a button. */
const backToShop = ({ invoice, words }: Bill, look: "button" | "back" = "button"): Html | null => {
  const url = usableUrl(invoice.returnUrl)
  return url === null ? null : html`<a class="${look}" href="${url}">${words.returnNow}</a>`
}

/**
 * `/pay/:uuid` of a paid invoice, whenever it is opened. The customer goes on to `return_url`, and
 * without one stays here (docs/service.md, 2.5).
 */
export const paidPage = (bill: Bill, payment: Payment): string => {
  const { invoice, words } = bill
  const url = usableUrl(invoice.returnUrl)
  const goesOn = url === null ? undefined : { url, afterSeconds: returnAfterSeconds }
  const returning =
    url === null
      ? null
      : html`<p class="quiet" data-returning>
          ${words.returning}
          <button type="button" class="plain" data-stays hidden>${words.stayHere}</button>
        </p>`
  return outcomePage(
    words,
    words.paidTitle,
    html`${sign("tick", "good")}
      <h1>${words.paidTitle}</h1>
      ${receipt(bill, payment)} ${returning}
      ${backToShop(bill) ?? html`<p class="quiet">${words.mayClose}</p>`}`,
    { bill, goesOn, waits: url === null }
  )
}

/** A payment system's page, or a form sent once more, when the invoice is paid. It returns nobody by itself. */
export const alreadyPaidPage = (bill: Bill, payment: Payment): string => {
  const { words } = bill
  return outcomePage(
    words,
    words.alreadyPaidTitle,
    html`${sign("tick", "good")}
      <h1>${words.alreadyPaidTitle}</h1>
      <p>${words.alreadyPaidText}</p>
      ${receipt(bill, payment)} ${backToShop(bill) ?? html`<p class="quiet">${words.mayClose}</p>`}`,
    { bill }
  )
}

/** The bank has the code, and the payment is on its way. The page goes on by itself. */
export const processingPage = (bill: Bill): string => {
  const { words } = bill
  return outcomePage(
    words,
    words.processingTitle,
    html`<div class="spinner" aria-hidden="true"></div>
      <div role="status">
        <h1>${words.processingTitle}</h1>
        <p>${words.processingText}</p>
      </div>
      <a class="back" href="${payPath(bill)}">${words.checkNow}</a>
      ${backToShop(bill, "back")}`,
    { bill, goesOn: { url: payPath(bill), afterSeconds: askAgainAfterSeconds }, waits: true }
  )
}

/** A payment system that was switched off while the customer chose. */
export const switchedOffPage = (bill: Bill, system: PaymentSystem): string => {
  const { words } = bill
  const title = words.switchedOffTitle(systemName(system, words))
  return outcomePage(
    words,
    title,
    html`${sign("off")}
      <h1>${title}</h1>
      <p>${words.switchedOffText}</p>
      <a class="button" href="${payPath(bill)}">${words.anotherMethod}</a>
      ${backToShop(bill, "back")}`,
    { bill, waits: true }
  )
}

/** `/pay/:uuid` and its methods after the lifetime of an unpaid invoice. */
export const lapsedPage = (bill: Bill): string => {
  const { words } = bill
  return outcomePage(
    words,
    words.lapsedTitle,
    html`${sign("late")}
      <h1>${words.lapsedTitle}</h1>
      <p>${words.lapsedText}</p>
      ${backToShop(bill)}`,
    { bill }
  )
}

/** @param bill the invoice that a part of the address named, where one did */
export const notFoundPage = (words: Words, bill: Bill | null = null): string => {
  const url = bill && usableUrl(bill.invoice.returnUrl)
  return outcomePage(
    words,
    words.notFoundTitle,
    html`${sign("question")}
      <h1>${words.notFoundTitle}</h1>
      <p>${words.notFoundText}</p>
      ${url === null ? null : html`<a class="button" href="${url}">${words.returnNow}</a>`}`
  )
}
