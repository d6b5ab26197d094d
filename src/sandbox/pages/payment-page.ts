import { usableUrl } from "../assumptions"
import type { CashDesk, Invoice } from "../core/state"
import { shownDateTime, type Instant } from "../core/time"
import { expiresAt } from "../core/invoices"
import { shownAmount, shownTimeLeft } from "./format"
import { html, type Html } from "./html"
import { document } from "./layout"
import type { Words } from "./words"

/** What every page of one invoice is made from. */
export type Bill = { desk: CashDesk; invoice: Invoice; now: Instant; words: Words }

export const payPath = ({ invoice }: Bill): string => `/pay/${invoice.uuid}`

const description = ({ invoice }: Bill): Html | null =>
  invoice.description === null ? null : html`<p class="about">${invoice.description}</p>`

const heading = (bill: Bill, below: Html | null): Html => {
  const { desk, invoice, words } = bill
  return html`<header class="bill">
    <p class="shop">${desk.name}</p>
    <p class="amount">${shownAmount(invoice.tiyin, words)}</p>
    ${description(bill)}
    <p class="quiet">${words.invoice(invoice.number)}</p>
    ${below}
  </header>`
}

const deadline = ({ invoice, now, words }: Bill): Html =>
  html`<p class="quiet">
    ${words.payBefore(shownDateTime(expiresAt(invoice)))}
    <span
      class="left"
      data-seconds-left="${Math.ceil((expiresAt(invoice) - now) / 1000)}"
      data-ticking="${words.ticking}"
      >${shownTimeLeft(invoice, now, words)}</span
    >
  </p>`

const sheet = (content: Html): Html =>
  html`<main class="sheet"><div class="paper">${content}</div></main>`

/** The way back for who does not pay after all; null without a usable return address. */
const backToShop = ({ invoice, words }: Bill): Html | null => {
  const url = usableUrl(invoice.returnUrl)
  return url === null ? null : html`<a class="back" href="${url}">${words.backToShop}</a>`
}

/** A page on which the invoice can be paid: what is owed on top, the means and the way back below. */
export const openPage = (bill: Bill, title: string, means: Html): string =>
  document(
    {
      title,
      content: sheet(
        html`${heading(bill, deadline(bill))}
          <div class="part">${means} ${backToShop(bill)}</div>`
      ),
    },
    bill.words
  )

/** A page that tells how it ended. */
export const outcomePage = (
  words: Words,
  title: string,
  told: Html,
  more: { bill?: Bill; goesOn?: { url: string; afterSeconds: number } } = {}
): string => {
  const top = more.bill ? heading(more.bill, null) : null
  const content = sheet(
    html`${top}
      <div class="outcome">${told}</div>`
  )
  return document({ title, content, goesOn: more.goesOn }, words)
}
