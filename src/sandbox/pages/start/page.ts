import { smsCode, testCards } from "../../core/cards"
import { shownCard } from "../format"
import { html, type Html } from "../html"
import { document } from "../layout"
import { english } from "../translations/en"
import { failuresSection } from "./failures"
import { operationsSection } from "./operations"
import { paymentsSection } from "./payments"
import { startScriptPath } from "./script"
import { cashDesksSection, settingsSection, timeSection } from "./settings"
import { requestsSection, webhooksSection } from "./traffic"
import { section, table, type View } from "./view"

const cardsSection = (): Html =>
  section(
    "cards",
    "Test cards",
    html`<p class="quiet">
        Any future expiry; the SMS code is ${smsCode}. Any other number is an unknown card.
      </p>
      ${table(
        ["Number", "What it does"],
        testCards.map(
          ({ number, does }) =>
            html`<tr>
              <td><code>${shownCard(number)}</code></td>
              <td>${does}</td>
            </tr>`
        )
      )}`
  )

/** `/`: everything there is, and a button for all that can be done. In English, as all documentation for developers. */
export const startPage = (view: View): string =>
  document(
    {
      title: "Payment service",
      isForCustomers: false,
      scriptPath: startScriptPath,
      content: html`<main class="wide">
        <h1>Payment service sandbox</h1>
        <p class="quiet">
          The whole service on your machine, in memory, with pages you can pay on. Every button is a
          call you can make yourself: see the <code>/sandbox</code> calls in docs/sandbox.md.
        </p>
        ${view.problem === null ? null : html`<p class="trouble" role="alert">${view.problem}</p>`}
        ${operationsSection(view)} ${paymentsSection(view)} ${webhooksSection(view)}
        ${requestsSection(view)}
        <div class="columns">
          <div>${timeSection(view)} ${failuresSection(view)}</div>
          ${cardsSection()}
        </div>
        ${settingsSection(view)} ${cashDesksSection(view)}
      </main>`,
    },
    english
  )
