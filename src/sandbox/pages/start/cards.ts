import { smsCode, testCards } from "../../core/test-cards"
import { shownCard } from "../format"
import { html, type Html } from "../html"
import { form, hidden, section, table, type View } from "./view"

/** Each test card, and a press that opens a new invoice's card form with it. */
export const cardsSection = (view: View): Html =>
  section(
    "cards",
    "Test cards",
    html`<p class="quiet">
        Any future expiry; the SMS code is ${smsCode}. Any other number is an unknown card.
      </p>
      ${table(
        ["Number", "What it does", "Try"],
        testCards.map(
          ({ number, does }) =>
            html`<tr>
              <td><code>${shownCard(number)}</code></td>
              <td>${does}</td>
              <td>
                ${form(
                  view,
                  "try-card",
                  html`${hidden("test_card", number.slice(-4))}
                    <button
                      class="small"
                      aria-label="Try the card that ends in ${number.slice(-4)}"
                    >
                      Try
                    </button>`
                )}
              </td>
            </tr>`
        )
      )}`
  )
