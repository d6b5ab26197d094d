import { linkInSite } from "../links"

describe("a link of a document, in the site", () => {
  it.each([
    ["README.md", "docs/admin.md", "/docs/admin.md"],
    ["README.md", "docs/adr", "/docs/adr/index.md"],
    ["docs/running.md", "../CHANGELOG.md", "/CHANGELOG.md"],
    ["docs/running.md", "architecture.md#tables", "/docs/architecture.md#tables"],
    ["integration-tests/README.md", "../README.md#options", "/index.md#options"],
    ["docs/storefront.md", "#errors", "#errors"],
    ["README.md", "https://medusajs.com", "https://medusajs.com"],
  ])("of %s to %s is %s", (from, link, found) => {
    expect(linkInSite(from, link)).toBe(found)
  })

  it("to a file that is no page is a copy of it, which a browser shows", () => {
    const copied: unknown[] = []
    expect(linkInSite("README.md", "LICENSE", (linked) => copied.push(linked))).toBe("/LICENSE.txt")
    expect(copied).toEqual([{ file: "LICENSE", place: "LICENSE.txt" }])
  })

  it.each(["docs/missing.md", "../elsewhere.md", "src/client"])(
    "to %s, which is no document, stays as it is, for the build to fail on",
    (link) => {
      expect(linkInSite("README.md", link)).toBe(link)
    }
  )
})
