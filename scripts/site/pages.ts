import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export const ROOT = join(__dirname, "..", "..")
/** What is built; git keeps neither. The API's pages are among the sources, where VitePress finds them. */
export const SITE_FOLDER = ".site"
export const API_FOLDER = "scripts/site/api"

/** A Markdown file by its path from the root; its first heading is its name, unless it is given one. */
export type Page = string | { file: string; text: string }
export type Group = { text: string; pages: readonly Page[] }
export type Section = { text: string; pages: readonly (Page | Group)[] }

/** Every page of the site, by who reads it. */
export function sections(): Section[] {
  return [
    { text: "Start", pages: [{ file: "README.md", text: "What it is, and installing it" }] },
    { text: "For developers of stores", pages: [...FOR_DEVELOPERS] },
    { text: "For merchants", pages: [...FOR_MERCHANTS] },
    {
      text: "For who carries on",
      pages: [
        "docs/architecture.md",
        "docs/glossary.md",
        "docs/service.md",
        "docs/reliability.md",
        "docs/dependencies.md",
        { text: "Decisions", pages: decisions() },
        "CONTRIBUTING.md",
        "integration-tests/README.md",
        "src/admin/README.md",
        { file: "bench/RESULTS.md", text: "Results of the bench" },
        "bench/PROFILE.md",
        "SECURITY.md",
        { file: "CHANGELOG.md", text: "Changes" },
      ],
    },
  ]
}

const FOR_DEVELOPERS: readonly Page[] = [
  "docs/what-happens-when.md",
  "docs/configuration.md",
  "docs/storefront.md",
  "docs/sandbox.md",
  "docs/api-keys.md",
  "docs/choosing-order-placement.md",
  { file: "docs/card-data.md", text: "Card numbers" },
  "docs/running.md",
  "docs/going-live.md",
  "docs/scale.md",
  "docs/partitions.md",
  "docs/doctor.md",
  "docs/troubleshooting.md",
  "docs/versions.md",
]

const FOR_MERCHANTS: readonly Page[] = [
  { file: "docs/guide-for-merchants.en.md", text: "Taking payments" },
  { file: "docs/guide-for-merchants.ru.md", text: "Приём платежей" },
  { file: "docs/guide-for-merchants.uz.md", text: "Toʻlov qabul qilish" },
  "docs/admin.md",
  "docs/alerts.md",
]

/** Their index, and then each of them. */
function decisions(): Page[] {
  const names = readdirSync(join(ROOT, "docs", "adr")).filter((name) => /^\d{4}-.*\.md$/.test(name))
  return [
    { file: "docs/adr/README.md", text: "All of them" },
    ...names.sort().map((name) => `docs/adr/${name}`),
  ]
}

export const isGroup = (one: Page | Group): one is Group =>
  typeof one !== "string" && "pages" in one

export const fileOf = (page: Page) => (typeof page === "string" ? page : page.file)

export function textOf(page: Page): string {
  return typeof page === "string" ? titleOf(page) : page.text
}

/** The first heading of a Markdown file, without its marks. @throws Error where it has none */
export function titleOf(file: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(ROOT, file), "utf8")) ?? []
  if (title === undefined) throw new Error(`${file} has no heading.`)
  return title.replaceAll("`", "")
}

/** The files of all pages, in their order. */
export function pageFiles(): string[] {
  const pages = sections().flatMap(({ pages }) => pages)
  return pages.flatMap((one) => (isGroup(one) ? one.pages.map(fileOf) : [fileOf(one)]))
}

/** Where the site has a page: a folder's README is its index, as on GitHub. */
export function placeOf(file: string): string {
  return file
    .replace(`${API_FOLDER}/`, "api/")
    .replace(/(^|\/)README\.md$/, (_, before: string) => `${before}index.md`)
}
