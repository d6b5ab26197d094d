import { readdirSync } from "node:fs"
import { join } from "node:path"
import { readDocument } from "../package/documents"

const ROOT = join(__dirname, "..", "..")

const under = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name))
    .sort()

/** Every page somebody reads; changes that were made are history. */
export const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "integration-tests/README.md",
  "src/admin/README.md",
  ...under("bench"),
  ...under("docs"),
]

/** Something written as code, and where. */
export type Piece = { page: string; line: number; code: string }
/** A fenced block, as it would be without its indentation, with the text between it and the one before. */
export type Block = Piece & { language: string; before: string }

export const placeOf = ({ page, line }: Piece) => `${page}:${line}`

const FENCE = /^( *)(`{3,}|~{3,})(.*)\n([^]*?)^\1\2 *$/gm

function blocksOf(page: string): Block[] {
  const text = readDocument(page)
  const fences = [...text.matchAll(FENCE)]
  return fences.map(({ index, 1: indent = "", 3: language = "", 4: code = "" }, n) => {
    const last = fences[n - 1]
    return {
      page,
      line: text.slice(0, index).split("\n").length,
      language: language.trim(),
      code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      before: text.slice(last === undefined ? 0 : last.index + last[0].length, index),
    }
  })
}

/** Every fenced block of every page, in their order. */
export const BLOCKS: readonly Block[] = PAGES.flatMap(blocksOf)

export const blocksIn = (...languages: readonly string[]) =>
  BLOCKS.filter(({ language }) => languages.includes(language))

/** What stands between backticks in the sentences and tables of a page, in one line. */
function inlineOf(page: string): Piece[] {
  const text = readDocument(page).replaceAll(FENCE, (block) => block.replaceAll(/[^\n]/g, ""))
  return [...text.matchAll(/(?<!`)`([^`]+)`/g)].map(({ index, 1: code = "" }) => ({
    page,
    line: text.slice(0, index).split("\n").length,
    code: code.replaceAll(/\s+/g, " "),
  }))
}

export const INLINE: readonly Piece[] = PAGES.flatMap(inlineOf)
