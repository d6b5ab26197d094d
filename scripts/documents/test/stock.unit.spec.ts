import { existsSync } from "node:fs"
import { join } from "node:path"
import { readDocument } from "../../package/documents"
import { BLOCKS, PAGES, placeOf } from "../pages"

/** Which test beside this one runs, compiles or reads the blocks of a language, all of them. */
const TESTS: Readonly<Record<string, string>> = {
  ts: "code",
  tsx: "code",
  dotenv: "code",
  bash: "commands",
  json: "bodies",
  http: "bodies",
  text: "output",
  sql: "sql",
}

describe("the blocks of the pages", () => {
  it("are each of a kind that a test knows", () => {
    const unknown = BLOCKS.filter(({ language }) => !(language in TESTS)).map(
      (block) =>
        `${placeOf(block)}: no test knows a block of "${block.language}": write one beside scripts/documents/test/stock.unit.spec.ts, and name it there.`
    )
    expect(unknown).toEqual([])
  })

  it("are of no kind that has died out, and each kind has its test", () => {
    const known = new Set(BLOCKS.map(({ language }) => language))
    expect(Object.keys(TESTS).filter((language) => !known.has(language))).toEqual([])
    for (const name of Object.values(TESTS)) {
      expect(existsSync(join(__dirname, `${name}.unit.spec.ts`))).toBe(true)
    }
  })

  it.each(PAGES)("%s has no fence that is not seen as one", (page) => {
    const fences = readDocument(page).match(/^\s*(`{3,}|~{3,})/gm) ?? []
    const blocks = BLOCKS.filter((block) => block.page === page)
    expect(fences).toHaveLength(2 * blocks.length)
  })
})
