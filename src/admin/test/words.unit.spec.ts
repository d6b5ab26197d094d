import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { MAX_INVOICE_AMOUNT, MIN_INVOICE_AMOUNT } from "../../client"
import resources from "../i18n"
import { formatUzs } from "../lib/format"
import { LANGUAGES } from "../lib/language"

const ADMIN = join(__dirname, "..")
const { en, ru, uz } = resources

/** Every path to a text, with the text. */
function textsOf(words: unknown, path = ""): Map<string, string> {
  if (typeof words === "string") return new Map([[path, words]])
  return new Map(
    Object.entries(words ?? {}).flatMap(([name, inner]) => [
      ...textsOf(inner, path === "" ? name : `${path}.${name}`),
    ])
  )
}

const english = textsOf(en.checkoutUz)
const others = { ru: textsOf(ru.checkoutUz), uz: textsOf(uz.checkoutUz) }

/** A text in the plural is several: `days_one`, `days_few`, `days_many`, `days_other`. */
const withoutPlural = (path: string) => path.replace(/_(one|few|many|other)$/, "")
const namesIn = (text: string) => [...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name).sort()

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter((entry) => !entry.parentPath.includes("/test"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
}

describe.each(Object.entries(others))("the words of the screens in %s", (_, texts) => {
  it("say everything that is said in English, and nothing else", () => {
    const paths = (all: Map<string, string>) => [...new Set([...all.keys()].map(withoutPlural))]
    expect(paths(texts).sort()).toEqual(paths(english).sort())
  })

  it("fill in what the English ones fill in", () => {
    for (const [path, text] of texts) {
      const model = english.get(path) ?? english.get(`${withoutPlural(path)}_other`) ?? ""
      expect([path, namesIn(text)]).toEqual([path, namesIn(model)])
    }
  })
})

it("every text a screen asks for exists", () => {
  const known = new Set([...english.keys()].map(withoutPlural))
  const asked = sources(ADMIN).flatMap((source) =>
    [...source.matchAll(/\bt\(\s*"([\w.]+)"/g)].map(([, path]) => path ?? "")
  )
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((path) => !known.has(withoutPlural(path)))).toEqual([])
})

it.each(LANGUAGES)("the limits of one payment are named as they are, in %s", (language) => {
  const { problem } = resources[language].checkoutUz.common
  const limit = (amount: string) => formatUzs(Number(amount), language)
  expect(problem.too_little_open).toContain(limit(MIN_INVOICE_AMOUNT))
  expect(problem.too_much_open).toContain(limit(MAX_INVOICE_AMOUNT))
})

it("an invoice has one word in Uzbek, which is not the one for a bank account", () => {
  const wrong = [...textsOf(uz.checkoutUz)].filter(([, text]) => /\bhisob(?!la)/i.test(text))
  expect(wrong).toEqual([])
})

it("Uzbek is written with its own letter, not with an apostrophe", () => {
  const wrong = [...textsOf(uz.checkoutUz)].filter(([, text]) => /[oOgG]['`‘’]/.test(text))
  expect(wrong).toEqual([])
})
