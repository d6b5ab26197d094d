import { readFileSync } from "node:fs"
import { join } from "node:path"

const ROOT = join(__dirname, "..", "..", "..")
const page = readFileSync(join(ROOT, "docs", "reliability.md"), "utf8")
const named = [...page.matchAll(/`([\w-]+\.spec\.ts) › ([^`]+)`/g)].map(
  ([, file = "", title = ""]) => [file, title] as const
)

describe("the table of races and crashes in docs/reliability.md", () => {
  it("names a test for every case", () => {
    const cases = page.split("\n").filter((line) => /^\| (?!-|.*\| proved by)/.test(line))
    expect(named).toHaveLength(cases.length)
    expect(cases.length).toBeGreaterThan(30)
  })

  it.each(named)("%s has the test “%s”", (file, title) => {
    const text = readFileSync(join(ROOT, "integration-tests", "http", file), "utf8")
    // As a title of its own, or the fixed beginning of one that goes on with a value.
    expect(text).toMatch(
      new RegExp(`\\bit(?:\\.each\\([^]*?\\))?\\(\\s*["\`]${escaped(title)}["\` ]`)
    )
  })
})

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
}
