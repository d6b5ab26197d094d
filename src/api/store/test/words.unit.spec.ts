import { readFileSync } from "node:fs"
import { join } from "node:path"
import { MIN_INVOICE_AMOUNT } from "../../../client"
import { STORE_REFUSALS } from "../../../contract"
import { STORE_OPERATIONS } from "../../../contract/store-operations"
import { languageAmong, WORDS } from "../language"

const DOCS = join(__dirname, "..", "..", "..", "..", "docs", "storefront.md")

/** The codes and HTTP statuses of the table under "## Errors". */
function documented(): [string, number][] {
  const [, section = ""] = readFileSync(DOCS, "utf8").split("\n## Errors\n")
  return [...section.matchAll(/^\| `(\w+)`\s*\| (\d{3})\s*\| \S/gm)].map(([, code, status]) => [
    code ?? "",
    Number(status),
  ])
}

describe("what a customer is refused with", () => {
  it("is in the storefront's documentation, every code with its HTTP status, and nothing beside it", () => {
    const known = Object.entries(STORE_REFUSALS).map(([code, [status]]) => [code, status])
    expect(documented().sort()).toEqual(known.sort())
  })

  it("can come from some route, or from every one", () => {
    const answered = new Set<string>(STORE_OPERATIONS.flatMap(({ codes }) => codes))
    const elsewhere = Object.keys(STORE_REFUSALS).filter((code) => !answered.has(code))
    // The limits stand before every route; the others are refused on Medusa's own.
    expect(elsewhere.sort()).toEqual(["currency_not_taken", "payment_held", "too_many_requests"])
  })

  it("never says that the customer is not logged in", () => {
    expect(Object.values(STORE_REFUSALS).map(([status]) => status)).not.toContain(401)
  })

  it.each(Object.entries(WORDS))("is a whole sentence in %s, another one each time", (_, words) => {
    const sentences = Object.values(words)
    expect(new Set(sentences).size).toBe(sentences.length)
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}[^\n]+\.$/u)
  })

  it("is written in Cyrillic in Russian, and with the right oʻ and gʻ in Uzbek", () => {
    for (const sentence of Object.values(WORDS.ru)) expect(sentence).toMatch(/[а-яё]{3}/)
    for (const sentence of Object.values(WORDS.uz)) expect(sentence).not.toMatch(/['`’‘]|[а-яё]/i)
  })
})

describe("the limits a customer reads of", () => {
  it.each(Object.entries(WORDS))(
    "are the service's least and the shop's most in %s",
    (_, { amount_not_taken }) => {
      const amounts = amount_not_taken.match(/\d[\d, ]*(?=\D)/g)
      expect(amounts?.map((amount) => amount.replace(/\D/g, ""))).toEqual([MIN_INVOICE_AMOUNT])
      expect(amount_not_taken).toContain("{most}")
    }
  )
})

describe("the language of a customer", () => {
  it.each([
    [["uz-Latn-UZ", "ru"], "uz"],
    [["uz_UZ"], "uz"],
    [["de", "RU-ru", "en"], "ru"],
    [["*"], undefined],
    [["kaa", "toString", null, undefined, ""], undefined],
    [[], undefined],
  ])("among %j is %s", (tags, language) => {
    expect(languageAmong(tags)).toBe(language)
  })
})
