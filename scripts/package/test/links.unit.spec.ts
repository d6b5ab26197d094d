import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { z } from "zod"
import { SHARED_WORDS } from "../../../src/contract/translations"
import resources from "../../../src/admin/i18n"
import { readDocument } from "../documents"

const ROOT = join(__dirname, "..", "..", "..")
const { files, scripts } = z
  .object({ files: z.array(z.string()), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readDocument("package.json")))

/** What npm packs whether or not it is named. */
const ALWAYS = ["README.md", "LICENSE", "package.json"]
const SHIPPED = [...ALWAYS, ...files.filter((name) => !/[!*]/.test(name))]
const isShipped = (path: string) =>
  SHIPPED.some((name) => path === name || path.startsWith(`${name}/`))

/** The documents of the package; `npm run test:package` looks at the packed ones. */
const DOCUMENTS = [
  ...SHIPPED.filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md"),
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
]

/** The fragments of a page's headings, as GitHub makes them. */
function fragmentsOf(path: string): string[] {
  const headings = readFileSync(join(ROOT, path), "utf8").matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-")
  )
}

/** What is wrong with the links of a document, one message each. */
function deadLinks(document: string): string[] {
  const links = readDocument(document).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#?([^)\s]*)\)/g)
  return [...links].flatMap(([, link = "", fragment = ""]) => {
    const target = link === "" ? document : relative(ROOT, join(ROOT, dirname(document), link))
    if (!existsSync(join(ROOT, target))) return [`${link} is not there`]
    if (!isShipped(target)) return [`${link} is not in the package`]
    if (fragment === "" || fragmentsOf(target).includes(fragment)) return []
    return [`${target} has no heading #${fragment}`]
  })
}

/** Every file that a document names from the root of the repository, with `{en,ru,uz}` written out. */
function namedPaths(document: string): string[] {
  const folders = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  return [...readDocument(document).matchAll(/`([\w.@[\]-]+(?:\/[\w.@[\]{},-]+)+)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => folders.includes(path.split("/", 1)[0] ?? ""))
    .flatMap(writtenOut)
}

function writtenOut(path: string): string[] {
  const [whole, inside = ""] = /{(.+?)}/.exec(path) ?? []
  if (whole === undefined) return [path]
  return inside.split(",").flatMap((one) => writtenOut(path.replace(whole, one)))
}

/** Every text in an object, however deep. */
function textsIn(words: unknown): unknown[] {
  return typeof words === "object" && words !== null
    ? Object.values(words).flatMap(textsIn)
    : [words]
}

describe("the documents of the package", () => {
  it.each(DOCUMENTS)("%s links to what is in it, down to the heading", (document) => {
    expect(deadLinks(document)).toEqual([])
  })

  it.each(["CONTRIBUTING.md", "docs/architecture.md"])("%s names files that exist", (document) => {
    const paths = namedPaths(document)
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it("name commands that package.json has", () => {
    const named = DOCUMENTS.flatMap((document) => [
      ...readDocument(document).matchAll(/\bnpm run ([\w:]+)/g),
    ]).map(([, name = ""]) => name)
    expect(named).toContain("demo")
    // Of a Medusa store, and not of this repository.
    const unknown = named.filter((name) => !(name in scripts) && name !== "dev")
    expect(unknown).toEqual([])
  })

  it("call what is on the screens as the screens do, in the list to tick", () => {
    const onScreens = textsIn([resources.en, SHARED_WORDS.en])
    // What an item is about stands first in it, and is no label.
    const list = readDocument("docs/going-live.md").replaceAll(/^- \[ \] \*\*.+?\*\*/gm, "")
    const labels = [...list.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = ""]) =>
      label.replaceAll(/\s+/g, " ")
    )
    expect(labels.length).toBeGreaterThan(10)
    const unknown = labels.filter((label) => !onScreens.includes(label.split(" → ").at(-1)))
    expect(unknown).toEqual([])
  })
})
