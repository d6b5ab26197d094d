import { readFileSync } from "node:fs"
import { copyFile, mkdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { defineConfig, type DefaultTheme, type MarkdownRenderer } from "vitepress"
import { z } from "zod"
import { fragmentOf, linkInSite } from "../links.js"
import { placeOf, ROOT, SITE_FOLDER } from "../pages.js"
import { sidebar } from "../sidebar.js"
import { asSearched, wordsOf } from "../words.js"

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")))

/** A tick in a square: drawn here, so that no browser asks for one. */
const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>" +
  "<rect width='16' height='16' rx='4' fill='%23178f6d'/>" +
  "<path d='M4 8.5l3 3 5-6' fill='none' stroke='white' stroke-width='2'/></svg>"

/** What is linked to and is no page, by where it goes. */
const linkedFiles = new Map<string, string>()

/** Documents are written for GitHub and npm: no smileys, boxes to tick, and links that lead where theirs do. */
function asOnGitHub(md: MarkdownRenderer): void {
  md.core.ruler.disable("emoji")
  const envSchema = z.object({ realPath: z.string().optional(), path: z.string() })
  md.core.ruler.push("as_on_github", ({ tokens, env }) => {
    const { realPath, path } = envSchema.parse(env)
    const from = (realPath ?? path).slice(ROOT.length + 1)
    for (const [first] of tokens.map(({ children }) => children ?? [])) {
      if (first?.type === "text") first.content = first.content.replace(/^\[ \] /, "☐ ")
    }
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === "link_open" ? token.attrGet("href") : null
      if (href === null) continue
      const found = linkInSite(from, href, ({ file, place }) => linkedFiles.set(place, file))
      token.attrSet("href", found)
    }
  })
}

/** A text in its own language is read aloud, and broken into lines, in that. */
function languageOf(file: string): string {
  return /\.(ru|uz)\.md$/.exec(file)?.[1] ?? "en"
}

const search: DefaultTheme.Config["search"] = {
  provider: "local",
  options: {
    detailedView: true,
    miniSearch: {
      options: { tokenize: wordsOf, processTerm: asSearched },
      // A number that is nearly the one is another one.
      searchOptions: { fuzzy: (term: string) => (/^\d+$/.test(term) ? false : 0.2), prefix: true },
    },
  },
}

export default defineConfig({
  title: "Checkout.uz for Medusa",
  description: "All documents of medusa-payment-checkout-uz.",
  lang: "en",
  srcDir: ROOT,
  outDir: join(ROOT, SITE_FOLDER, "dist"),
  cacheDir: join(ROOT, SITE_FOLDER, "cache"),
  rewrites: (file) => placeOf(file),
  metaChunk: true,
  head: [["link", { rel: "icon", href: ICON }]],
  transformPageData: ({ filePath }) => ({ frontmatter: { language: languageOf(filePath) } }),
  markdown: {
    // Braces are text.
    attrs: { disable: true },
    anchor: { slugify: fragmentOf },
    toc: { slugify: fragmentOf },
    headers: { slugify: fragmentOf },
    languageAlias: { dotenv: "ini" },
    config: asOnGitHub,
  },
  themeConfig: {
    nav: [],
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search,
    footer: { message: `medusa-payment-checkout-uz ${version}` },
  },
  buildEnd: async ({ outDir }) => {
    for (const [place, file] of linkedFiles) {
      await mkdir(dirname(join(outDir, place)), { recursive: true })
      await copyFile(join(ROOT, file), join(outDir, place))
    }
  },
})
