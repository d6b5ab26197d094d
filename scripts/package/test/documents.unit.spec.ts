import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { runInNewContext } from "node:vm"
import ts from "typescript"
import { parsePluginOptions } from "../../../src/modules/checkout-uz/settings/options"
import { codeBlocks, configuration, readDocument } from "../documents"

const ROOT = join(__dirname, "..", "..", "..")
/** What a shop made of Medusa's Next.js starter adds to it. */
const EXAMPLE = join(ROOT, "examples", "nextjs", "src")

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: ["node"],
  baseUrl: ROOT,
  paths: {
    "medusa-payment-checkout-uz/storefront": ["src/storefront/index.ts"],
    "medusa-payment-checkout-uz/storefront/react": ["src/storefront/react.ts"],
  },
}

/** The folders a file is in, up to this repository's. */
function above(file: string): string[] {
  const folder = dirname(file)
  return folder.length <= ROOT.length ? [folder] : [folder, ...above(folder)]
}

/** What a strict compiler says of these files, which lie in memory, in this repository's folder. */
function complaints(files: Readonly<Record<string, string>>): string[] {
  const virtual = new Map(Object.entries(files).map(([name, code]) => [join(ROOT, name), code]))
  const folders = new Set([...virtual.keys()].flatMap((file) => above(file)))
  const host = ts.createCompilerHost(OPTIONS)
  const disk = { ...host }
  host.fileExists = (name) => virtual.has(name) || disk.fileExists(name)
  host.readFile = (name) => virtual.get(name) ?? disk.readFile(name)
  host.directoryExists = (name) => folders.has(name) || (disk.directoryExists?.(name) ?? false)
  host.getSourceFile = (name, how, ...rest) => {
    const code = virtual.get(name)
    if (code === undefined) return disk.getSourceFile(name, how, ...rest)
    return ts.createSourceFile(name, code, how)
  }
  const program = ts.createProgram([...virtual.keys()], OPTIONS, host)
  return [...virtual.keys()].flatMap((name) => {
    const source = program.getSourceFile(name)
    const found = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ]
    return found.map(({ messageText, file, start = 0 }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1
      return `${name}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
    })
  })
}

/** What the shop's developer has already, which the examples go on from. */
const SURROUNDINGS = {
  "shop.d.ts": `
    import type Medusa from "@medusajs/js-sdk"
    import type { HttpTypes } from "@medusajs/types"
    import type * as storefront from "medusa-payment-checkout-uz/storefront"
    declare global {
      const store: storefront.Store
      const startPayment: typeof storefront.startPayment
      const waitForPayment: typeof storefront.waitForPayment
      const sdk: Medusa
      const cart: HttpTypes.StoreCart
      const cartId: string
      const orderId: string
      const sessionId: string
      const leaving: AbortController
      function show(status: string): void
    }`,
}

type Example = { name: string; code: string; file: string | undefined }

/** The examples of a document, with the file's name that is above those which are a file. */
function examplesOf(document: string): Example[] {
  const parts = readDocument(document).split(/^```(tsx?)\n([\s\S]*?)^```$/gm)
  const examples: Example[] = []
  for (let n = 0; n + 2 < parts.length; n += 3) {
    const [text = "", language = "", code = ""] = parts.slice(n)
    const file = [...text.matchAll(/^\*\*`(.+?)`\*\*/gm)].at(-1)?.[1]
    examples.push({ name: `${document}.${n}.${language}`, code, file })
  }
  return examples
}

/** Every file in `examples/nextjs/src`, by its path there. */
function exampleFiles(): Map<string, string> {
  const names = readdirSync(EXAMPLE, { recursive: true, encoding: "utf8" })
  const files = names.filter((name) => /\.tsx?$/.test(name))
  return new Map(files.map((name) => [name, readFileSync(join(EXAMPLE, name), "utf8")]))
}

describe("the code in the documents", () => {
  it("compiles under strict TypeScript, which finds a mistake beside it", () => {
    const readme = codeBlocks(readDocument("README.md"), "ts")
    const storefront = examplesOf("docs/storefront.md").filter(({ file }) => file === undefined)
    expect([readme.length, storefront.length]).toEqual([3, 8])
    const [, options = "", pay = ""] = readme
    const files = {
      ...SURROUNDINGS,
      "medusa-config.ts": configuration(),
      "options.ts": options,
      "pay.ts": pay,
      ...Object.fromEntries(storefront.map(({ name, code }) => [name, code])),
    }
    const wrong = "export const length = (text: string | undefined): number => text.length"
    expect(complaints({ ...files, "wrong.ts": wrong })).toEqual([
      expect.stringMatching(/wrong\.ts:1: .*possibly 'undefined'/),
    ])
  }, 120_000)

  it("for Medusa's Next.js starter is that of the files in examples/nextjs", () => {
    const examples = examplesOf("docs/storefront.md").flatMap(({ file, code }) =>
      file === undefined ? [] : [{ file, code }]
    )
    const isChange = ({ code }: { code: string }) => code.startsWith("  ")
    const written = examples.filter((example) => !isChange(example))
    expect(new Map(written.map(({ file, code }) => [file, code]))).toEqual(exampleFiles())

    const patch = readFileSync(join(EXAMPLE, "..", "starter.patch"), "utf8")
    const changes = examples.filter(isChange)
    expect(changes).toHaveLength(2)
    for (const { file, code } of changes) {
      const [, change = ""] = patch.split(`+++ b/src/${file}\n`)
      expect(change.split("\ndiff ")[0]).toContain(code.trimEnd().replace(/^/gm, "+"))
    }
  })

  it("names only options that the plugin has", () => {
    const [, code = ""] = codeBlocks(readDocument("README.md"), "ts")
    const options: unknown = runInNewContext(`${code}; options`)
    const { problem } = parsePluginOptions(options)
    expect(problem).toBeUndefined()
  })
})
