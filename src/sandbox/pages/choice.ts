import { paymentSystem } from "../core/payment-systems"
import { html } from "./html"
import { tile } from "./marks"
import { openPage, payPath, type Bill } from "./payment-page"
import { systemName } from "./words"

/** `/pay/:uuid` of an open invoice: the choice of payment system. */
export const choicePage = (bill: Bill): string => {
  const { desk, words } = bill
  const enabled = desk.settings.methods.map(paymentSystem).filter((system) => system !== undefined)
  const rows = enabled.map(
    (system) =>
      html`<li>
        <a class="method with-${system.key}" href="${payPath(bill)}/${system.key}">
          ${tile(system.key)}${systemName(system, words)}
        </a>
      </li>`
  )
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
