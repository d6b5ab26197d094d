import { paymentSystem } from "../core/payment-systems"
import { html } from "./html"
import { openPage, payPath, type Bill } from "./payment-page"

/** `/pay/:uuid` of an open invoice: the choice of payment system. */
export const choicePage = (bill: Bill): string => {
  const { desk, words } = bill
  const rows = desk.settings.methods.map((key) => {
    const name = paymentSystem(key)?.name ?? key
    return html`<li>
      <a class="method with-${key}" href="${payPath(bill)}/${key}">
        <span class="tile" aria-hidden="true">${name.slice(0, 1)}</span>${name}
      </a>
    </li>`
  })
  const list =
    rows.length === 0
      ? html`<p>${words.noMethods}</p>`
      : html`<ul class="methods">
          ${rows}
        </ul>`
  return openPage(
    bill,
    words.invoice(bill.invoice.number),
    html`<h1>${words.chooseMethod}</h1>
      ${list}`
  )
}
