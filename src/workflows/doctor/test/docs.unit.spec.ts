import { readFileSync } from "node:fs"
import { join } from "node:path"
import { FINDING_IDS } from "../../../contract"

describe("docs/doctor.md", () => {
  it("has every finding there is with its fix, and none that there is not", () => {
    const text = readFileSync(join(__dirname, "../../../../docs/doctor.md"), "utf8")
    const rows = text.split("\n").filter((line) => line.startsWith("| `"))
    const cells = rows.map((row) => row.split("|").map((cell) => cell.trim()))
    expect(cells.map(([, id]) => id)).toEqual(FINDING_IDS.map((id) => `\`${id}\``))
    for (const [, , severity, meaning, fix] of cells) {
      expect(severity).toMatch(/^(error|warning|error or warning)$/)
      expect(meaning).toMatch(/\w/)
      expect(fix).toMatch(/\w/)
    }
  })
})
