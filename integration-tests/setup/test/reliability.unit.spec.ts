import { countBeginning, namedTests, provedRows, readPage } from "./named-tests"

const page = readPage("docs/reliability.md")
const named = namedTests(page)

describe("the table of races and crashes in docs/reliability.md", () => {
  it("names a test for every case", () => {
    const cases = provedRows(page)
    expect(named).toHaveLength(cases.length)
    expect(cases.length).toBeGreaterThan(30)
  })

  it.each(named)("%s has one test that begins with “%s”", (...test) => {
    expect(countBeginning(test)).toBe(1)
  })
})
