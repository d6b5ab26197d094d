import { readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { fragmentOf } from "../links"
import { API_FOLDER, pageFiles, placeOf, ROOT, titleOf } from "../pages"

/** Every Markdown file that the site's generator would take for a page. */
function documentsIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    const isLeftOut = entry.name.startsWith(".") || ["node_modules", "dist"].includes(entry.name)
    if (isLeftOut || path === API_FOLDER) return []
    if (entry.isDirectory()) return documentsIn(path)
    return entry.name.endsWith(".md") ? [path] : []
  })
}

describe("the site's pages", () => {
  it("are every document of the repository, once", () => {
    const documents = documentsIn(".")
    expect(documents).toEqual(expect.arrayContaining(["README.md", "docs/running.md"]))
    expect(pageFiles().sort()).toEqual(documents.sort())
  })

  it("have a place of their own, and a folder's README is its index", () => {
    const places = pageFiles().map(placeOf)
    expect(new Set(places).size).toBe(places.length)
    expect(placeOf("README.md")).toBe("index.md")
    expect(placeOf("docs/adr/README.md")).toBe("docs/adr/index.md")
    expect(placeOf(`${API_FOLDER}/sandbox.md`)).toBe("api/sandbox.md")
  })
})

describe("the list of decisions", () => {
  const folder = join(ROOT, "docs", "adr")
  const index = readFileSync(join(folder, "README.md"), "utf8")
  const names = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))

  it("names each once, by its title, in their order", () => {
    const rows = [...index.matchAll(/^\| \[(.+)\]\((.+\.md)\)/gm)]
    expect(rows.map(([, title = "", file = ""]) => [file, title.replaceAll("`", "")])).toEqual(
      names.sort().map((name) => [name, titleOf(`docs/adr/${name}`)])
    )
  })

  it("says of a superseded one by which", () => {
    for (const name of names) {
      const text = readFileSync(join(folder, name), "utf8")
      const [, by = ""] = /^Date: .*Status: superseded by\s([\s\S]+?)\.\n\n/m.exec(text) ?? []
      const numbers = [...by.matchAll(/\[(\d+)\]/g)].map(([, number = ""]) => number)
      const row = index.split("\n").find((line) => line.includes(`](${name})`)) ?? ""
      const [, said = ""] = /Superseded by ([\d and]+)\./.exec(row) ?? []
      expect([name, said]).toEqual([name, numbers.join(" and ")])
    }
  })
})

it("headings have GitHub's fragments, in every alphabet", () => {
  expect(fragmentOf("Where nothing is `tried`, yet")).toBe("where-nothing-is-tried-yet")
  expect(fragmentOf("Что значит каждое слово")).toBe("что-значит-каждое-слово")
  expect(fragmentOf("Har bir soʻzning maʼnosi")).toBe("har-bir-soʻzning-maʼnosi")
})
