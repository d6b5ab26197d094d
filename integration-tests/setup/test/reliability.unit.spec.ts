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

  it.each(named)("%s has one test that begins with “%s”", (file, beginning) => {
    const text = readFileSync(join(ROOT, "integration-tests", "http", file), "utf8")
    const begun = new RegExp(
      `\\bit(?:\\.each\\([^]*?\\))?\\(\\s*["\`]${escaped(beginning)}(?!\\w)`,
      "g"
    )
    expect(text.match(begun)).toHaveLength(1)
  })
})

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
}
