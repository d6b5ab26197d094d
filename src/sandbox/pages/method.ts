import type { PaymentSystem } from "../core/payment-systems"
import { shownAmount } from "./format"
import { html, type Html } from "./html"
import { tile } from "./marks"
import { openPage, payPath, type Bill } from "./payment-page"

/** The head of a payment system's own page. */
export const methodHead = (system: PaymentSystem, title: string): Html =>
  html`<div class="head">
    ${tile(system.key)}
    <h1>${title}</h1>
  </div>`

/** The way back to the choice. */
export const anotherMethod = (bill: Bill): Html =>
  html`<a class="back" href="${payPath(bill)}">${bill.words.anotherMethod}</a>`

/** `/pay/:uuid/:method`: stands for the payment system's app, which asks for a confirmation. */
export const methodPage = (bill: Bill, system: PaymentSystem): string => {
  const { invoice, words } = bill
  const title = words.payWith(system.name)
  return openPage(
    bill,
    title,
    html`<div class="with-${system.key}">
      ${methodHead(system, title)}
      <p class="quiet">${words.methodExplained(system.name)}</p>
      <form method="post" action="${payPath(bill)}/${system.key}">
        <button class="button" type="submit">
          ${words.pay(shownAmount(invoice.tiyin, words))}
        </button>
      </form>
      ${anotherMethod(bill)}
    </div>`
  )
}
