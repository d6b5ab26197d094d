import { countBeginning, namedTests, provedRows, readPage } from "./named-tests"

const page = readPage("SECURITY.md")
const named = namedTests(page)

describe("the table of threats in SECURITY.md", () => {
  it("names a test for every threat", () => {
    const threats = provedRows(page)
    expect(named).toHaveLength(threats.length)
    expect(threats.length).toBeGreaterThan(20)
  })

  it.each(named)("%s has one test that begins with “%s”", (...test) => {
    expect(countBeginning(test)).toBe(1)
  })
})
