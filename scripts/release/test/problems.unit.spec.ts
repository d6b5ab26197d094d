import { readFileSync } from "node:fs"
import { join } from "node:path"
import { PLACEHOLDER, releaseProblems } from "../problems"

const filledIn = {
  version: "1.0.0",
  repository: { url: "git+https://git.example/shop/plugin.git" },
  homepage: "https://git.example/shop/plugin#readme",
  bugs: { url: "https://git.example/shop/plugin/issues" },
}

describe("a release", () => {
  it("is stopped by each address that nobody has filled in", () => {
    const placeholder = `https://${PLACEHOLDER}/plugin`
    expect(
      releaseProblems({ ...filledIn, homepage: placeholder, bugs: { url: placeholder } })
    ).toEqual([
      expect.stringContaining("homepage") as unknown,
      expect.stringContaining("bugs.url") as unknown,
    ])
  })

  it("goes on where all are there", () => {
    expect(releaseProblems(filledIn)).toEqual([])
  })

  it("has its addresses in package.json and nowhere else: nothing on a page has to be found", () => {
    const root = join(__dirname, "..", "..", "..")
    const pages = ["README.md", "docs/architecture.md", "docs/sandbox.md"]
    for (const page of pages) {
      expect(readFileSync(join(root, page), "utf8")).not.toContain(PLACEHOLDER)
    }
    const packageJson: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    expect(() => releaseProblems(packageJson)).not.toThrow()
  })
})
