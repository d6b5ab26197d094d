import { readFileSync } from "node:fs"
import { join } from "node:path"

const ROOT = join(__dirname, "..", "..", "..")

/** A test that a document names: its file, and how its title begins. */
type NamedTest = readonly [file: string, beginning: string]

/** A document of this repository. */
export function readPage(name: string): string {
  return readFileSync(join(ROOT, name), "utf8")
}

/** The tests that a document names, as `file.spec.ts › the beginning of its title`. */
export function namedTests(page: string): NamedTest[] {
  return [...page.matchAll(/`([\w./-]+\.spec\.ts) › ([^`]+)`/g)].map(
    ([, file = "", title = ""]) => [file, title]
  )
}

/** The rows of a document's tables whose last column says what proves them, without their heads. */
export function provedRows(page: string): string[] {
  return page.split("\n").filter((line) => /^\| (?!-|.*\| proved by)/.test(line))
}

/** How many tests of a file begin so; without a folder the file is one of `integration-tests/http`. */
export function countBeginning([file, beginning]: NamedTest): number {
  const path = file.includes("/") ? file : join("integration-tests", "http", file)
  const begun = new RegExp(
    `\\bit(?:\\.each\\([^]*?\\))?\\(\\s*["\`]${escaped(beginning)}(?!\\w)`,
    "g"
  )
  return readPage(path).match(begun)?.length ?? 0
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
}
