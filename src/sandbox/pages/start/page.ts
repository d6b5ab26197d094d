import { html } from "../html"
import { document } from "../layout"
import { english } from "../translations/en"
import { behavioursSection } from "./behaviours"
import { cardsSection } from "./cards"
import { failuresSection } from "./failures"
import { operationsSection } from "./operations"
import { paymentsSection } from "./payments"
import { startScriptPath } from "./script"
import { cashDesksSection, settingsSection, timeSection } from "./settings"
import { requestsSection, webhooksSection } from "./traffic"
import type { View } from "./view"

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
        ${paymentsSection(view)} ${operationsSection(view)} ${webhooksSection(view)}
        ${requestsSection(view)}
        <div class="columns">
          <div>${timeSection(view)} ${failuresSection(view)} ${behavioursSection(view)}</div>
          ${cardsSection(view)}
        </div>
        ${settingsSection(view)} ${cashDesksSection(view)}
      </main>`,
    },
    english
  )
