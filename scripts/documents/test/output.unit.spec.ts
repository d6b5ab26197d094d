import { blocksIn, placeOf } from "../pages"
import { printedBy } from "../printed"

/** What a block shows, by the page that has it: the files of the program that prints it, in this order. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  "README.md": ["scripts/demo/purchase.ts"],
}

/** Only with `--reset`, of a demo that stays up, or of a cart for a person. */
const ELSEWHERE = /^(Forgetting|Everything is up|A cart for you)/

describe.each(blocksIn("text").map((block) => [placeOf(block), block] as const))(
  "the output at %s",
  (place, { page, code }) => {
    const files = PROGRAMS[page]
    if (files === undefined) {
      throw new Error(`${place}: say in scripts/documents/test/output.unit.spec.ts what prints it.`)
    }
    const printed = files.flatMap(printedBy).filter(({ label }) => !ELSEWHERE.test(label))
    const lines = code.split("\n").filter((line) => line !== "")

    it("has no line that the program does not print", () => {
      expect(lines.filter((line) => !printed.some((one) => one.line.test(line)))).toEqual([])
    })

    it("leaves out no line that it prints", () => {
      const missing = printed.filter((one) => !lines.some((line) => one.line.test(line)))
      expect(missing.map(({ label }) => label)).toEqual([])
    })
  }
)
