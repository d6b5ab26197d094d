import { html, type Html } from "./html"
import type { Words } from "./words"

export const styleSheetPath = "/assets/sandbox.css"

type Page = {
  title: string
  content: Html
  /** Where the browser goes by itself, and after how many seconds. Works without scripts. */
  goesOn?: { url: string; afterSeconds: number } | undefined
}

/** A whole document. Every page carries the band that says it is a sandbox. */
export const document = ({ title, content, goesOn }: Page, words: Words): string =>
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
      </head>
      <body>
        <div class="band" role="note">${words.sandboxBand}</div>
        ${content}
      </body>
    </html> `.markup
