import { runInNewContext } from "node:vm"
import { asSearched, wordsOf } from "../words"

/** The words of a text as they are looked for. */
const searched = (text: string) => wordsOf(text).map(asSearched)

describe("the site's search", () => {
  it("finds an Uzbek word with whichever apostrophe it is typed, and with none", () => {
    for (const typed of ["toʻlov", "to'lov", "to‘lov", "to`lov", "tolov"]) {
      expect(searched(typed)).toEqual(searched("Toʻlov"))
    }
  })

  it("finds a Russian word with е for ё", () => {
    expect(searched("Приём, ещё")).toEqual(searched("прием еще"))
  })

  it("finds names as a whole and by their parts, numbers, and each word of a path", () => {
    expect(searched("`order_id`: 422 (src/api/hooks)")).toEqual([
      ...["order_id", "order", "id", "422", "src", "api", "hooks"],
    ])
  })

  it("keeps no word of apostrophes alone", () => {
    expect(searched("` ' ʻ")).toEqual([null, null, null])
  })

  it("takes words apart also where the page has nothing but the functions' source", () => {
    const alone = [wordsOf, asSearched].map((one) => `(${one.toString()})`)
    const [split = "", normal = ""] = alone
    const program = `${split}("Toʻlov, 422").map((word) => ${normal}(word)).join()`
    expect(runInNewContext(program)).toBe("tolov,422")
  })
})
