import { html, type Html } from "./html"
import { LANGUAGES, type Words } from "./words"

export const styleSheetPath = "/assets/sandbox.css"
export const pageScriptPath = "/assets/sandbox.js"

type Page = {
  title: string
  content: Html
  /** Where the browser goes by itself, and after how many seconds. Works without scripts. */
  goesOn?: { url: string; afterSeconds: number } | undefined
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

/**
 * A whole document. Every page carries the band that says it is a sandbox. Its script makes some things
 * pleasanter and none possible.
 */
export const document = (
  { title, content, goesOn, isForCustomers = true, scriptPath = pageScriptPath }: Page,
  words: Words
): string =>
  html`<!doctype html>
    <html lang="${words.languageTag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${
          goesOn
            ? html`<meta http-equiv="refresh" content="${goesOn.afterSeconds};url=${goesOn.url}" />`
            : null
        }
        <title>${title} · Sandbox</title>
        <link rel="stylesheet" href="${styleSheetPath}" />
        <link rel="icon" href="data:," />
        <script src="${scriptPath}" defer></script>
      </head>
      <body>
        <div class="band" role="note">${words.sandboxBand}</div>
        ${content} ${isForCustomers ? languageSwitch(words) : null}
      </body>
    </html> `.markup
