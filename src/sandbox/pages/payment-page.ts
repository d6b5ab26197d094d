import { usableUrl } from "../assumptions"
import { fiscalReceipt } from "../core/books"
import { expiresAt, stageOf } from "../core/invoices"
import type { CashDesk, Invoice } from "../core/state"
import { shownDateTime, type Instant } from "../core/time"
import { shortened, shownAmount, shownTimeLeft } from "./format"
import { html, type Html } from "./html"
import { document, type GoesOn } from "./layout"
import type { Words } from "./words"

/** What every page of one invoice is made from. */
export type Bill = { desk: CashDesk; invoice: Invoice; now: Instant; words: Words }

export const payPath = ({ invoice }: Bill): string => `/pay/${invoice.uuid}`

/** What a page shows of an invoice, in a word; where it changes, a page that is open is out of date. */
export const shownState = ({ desk, invoice, now }: Bill): string =>
  fiscalReceipt(desk, invoice, now) ? "receipt" : stageOf(invoice, now)

const watched = (bill: Bill) => ({ path: payPath(bill), state: shownState(bill) })

/** Above this many characters a description is folded. */
const longestShown = 240

const description = ({ invoice, words }: Bill): Html | null => {
  const text = invoice.description?.trim() ?? ""
  if (text === "") return null
  if (text.length <= longestShown) return html`<p class="about" dir="auto">${text}</p>`
  return html`<p class="about" dir="auto">${shortened(text, longestShown / 2)}</p>
    <details class="about">
      <summary>${words.wholeDescription}</summary>
      <p dir="auto">${text}</p>
    </details>`
}

const heading = (bill: Bill, below: Html | null): Html => {
  const { desk, invoice, words } = bill
  return html`<header class="bill">
    <p class="shop" dir="auto">${desk.name}</p>
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
      watched: watched(bill),
      content: sheet(
        html`${heading(bill, deadline(bill))}
          <div class="part">${means} ${backToShop(bill)}</div>`
      ),
    },
    bill.words
  )

/** A page that tells how it ended, or what it waits for: one that waits watches its invoice. */
export const outcomePage = (
  words: Words,
  title: string,
  told: Html,
  more: { bill?: Bill; goesOn?: GoesOn | undefined; waits?: boolean } = {}
): string => {
  const { bill, goesOn, waits = false } = more
  const content = sheet(
    html`${bill ? heading(bill, null) : null}
      <div class="outcome">${told}</div>`
  )
  return document(
    { title, content, goesOn, watched: waits && bill ? watched(bill) : undefined },
    words
  )
}
