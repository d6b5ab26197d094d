import { secondsUntilNewCode } from "../core/cards"
import type { PaymentSystem } from "../core/payment-systems"
import type { CardToken } from "../core/state"
import { testCard } from "../core/test-cards"
import { shownAmount } from "./format"
import { html, type Html } from "./html"
import { anotherMethod, methodHead } from "./method"
import { openPage, payPath, type Bill } from "./payment-page"

const trouble = (message: string | null): Html | null =>
  message === null ? null : html`<p class="trouble" role="alert">${message}</p>`

/** `/pay/:uuid/card`: number and expiry. What was typed stays in the fields after a refusal. */
export const cardPage = (
  bill: Bill,
  system: PaymentSystem,
  typed: { number: string; expiry: string; refusal: string | null }
): string => {
  const { words } = bill
  const title = words.payByCard
  return openPage(
    bill,
    title,
    html`<div class="with-card">
      ${methodHead(system, title)}
      <p class="hint">${words.cardHint}</p>
      ${trouble(typed.refusal)}
      <form method="post" action="${payPath(bill)}/card">
        <label
          ><span>${words.cardNumber} <span id="card-kind" class="kind"></span></span>
          <input
            name="card_number"
            value="${typed.number}"
            inputmode="numeric"
            autocomplete="cc-number"
            maxlength="30"
            placeholder="8600 0000 0000 0001"
            required
        /></label>
        <label
          >${words.cardExpiry}
          <input
            class="short"
            name="card_expiry"
            value="${typed.expiry}"
            autocomplete="cc-exp"
            inputmode="numeric"
            maxlength="9"
            placeholder="${words.expiryForm}"
            required
        /></label>
        <button class="button" type="submit">${words.sendCode}</button>
      </form>
      ${anotherMethod(bill)}
    </div>`
  )
}

/** A new code, once there may be one: without a script, after a reload. */
const newCode = (bill: Bill, token: CardToken): Html => {
  const { words, now } = bill
  const seconds = secondsUntilNewCode(token, now)
  const wait = html`<p
    class="quiet"
    data-seconds-left="${seconds}"
    data-ticking="${words.newCodeTicking}"
    data-reveals="new-code"
  >
    ${words.newCodeIn(seconds)}
  </p>`
  const form = (hidden: Html | null) =>
    html`<form
      method="post"
      id="new-code"
      action="${payPath(bill)}/card/${token.token}/new-code"
      ${hidden}
    >
      <button class="plain" type="submit">${words.newCode}</button>
    </form>`
  return html`<div class="again">${seconds > 0 ? [wait, form(html`hidden`)] : form(null)}</div>`
}

/** `/pay/:uuid/card/:token`: the SMS code. */
export const codePage = (bill: Bill, token: CardToken, refusal: string | null): string => {
  const { invoice, words } = bill
  return openPage(
    bill,
    words.enterCode,
    html`<div class="with-card">
      <h1>${words.enterCode}</h1>
      <p class="quiet">${words.codeSent(token.cardNumber.slice(-4))}</p>
      ${trouble(refusal)}
      <form method="post" action="${payPath(bill)}/card/${token.token}">
        <label
          >${words.smsCode}
          <input
            class="code"
            name="sms_code"
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength="12"
            required
            autofocus
        /></label>
        <p class="hint">
          ${testCard(token.cardNumber)?.codeNeverArrives ? words.codeNeverComes : words.codeHint}
        </p>
        <button class="button" type="submit">
          ${words.pay(shownAmount(invoice.tiyin, words))}
        </button>
      </form>
      ${newCode(bill, token)}
      <a class="back" href="${payPath(bill)}/card">${words.anotherCard}</a>
    </div>`
  )
}
