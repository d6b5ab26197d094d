import { html, type Html } from "./html"
import { LANGUAGES, type Words } from "./words"

export const styleSheetPath = "/assets/sandbox.css"
export const pageScriptPath = "/assets/sandbox.js"

/** Where the browser goes by itself. */
export type GoesOn = { url: string; afterSeconds: number }

type Page = {
  title: string
  content: Html
  goesOn?: GoesOn | undefined
  /** What the page shows, and of which invoice: where that changes, a script leads to what is true. */
  watched?: { path: string; state: string } | undefined
  /** The developer's page is in English. */
  isForCustomers?: boolean
  scriptPath?: string
}

/** The languages of a page, each under its own name. */
const languageSwitch = (words: Words): Html =>
  html`<nav class="languages" aria-label="${words.language}">
    ${Object.entries(LANGUAGES).map(([tag, name]) =>
      tag === words.languageTag
        ? html`<span aria-current="true" lang="${tag}">${name}</span>`
        : html`<a href="?lang=${tag}" lang="${tag}" hreflang="${tag}">${name}</a>`
    )}
  </nav>`

/** Without a script the browser goes on by itself; with one it can be stopped, and read to the end. */
const goingOn = ({ url, afterSeconds }: GoesOn): Html =>
  html`<noscript><meta http-equiv="refresh" content="${afterSeconds};url=${url}" /></noscript>`

/** With a script, a page that watches its invoice goes on when there is something new, and not before. */
const forScript = ({ goesOn, watched }: Page): Html | null => {
  if (watched) return html`data-pays="${watched.path}" data-state="${watched.state}"`
  return goesOn ? html`data-goes-on="${goesOn.url}" data-after="${goesOn.afterSeconds}"` : null
}

/**
 * A whole document. Every page carries the band that says it is a sandbox. Its script makes some things
 * pleasanter and none possible.
 */
export const document = (page: Page, words: Words): string => {
  const { title, content, goesOn, isForCustomers = true, scriptPath = pageScriptPath } = page
  return html`<!doctype html>
    <html lang="${words.languageTag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${goesOn ? goingOn(goesOn) : null}
        <title>${title} · Sandbox</title>
        <link rel="stylesheet" href="${styleSheetPath}" />
        <link rel="icon" href="data:," />
        <script src="${scriptPath}" defer></script>
      </head>
      <body ${forScript(page)}>
        <header class="band">${words.sandboxBand}</header>
        ${content} ${isForCustomers ? languageSwitch(words) : null}
      </body>
    </html> `.markup
}
