import { dirname, join } from "node:path"
import { runInNewContext } from "node:vm"
import ts from "typescript"
import { parsePluginOptions } from "../../../src/modules/checkout-uz/settings/options"
import { codeBlocks, configuration, readDocument } from "../documents"

const ROOT = join(__dirname, "..", "..", "..")
const STARTER = "starter/"

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
    "@lib/*": [`${STARTER}lib/*`],
    "@modules/*": [`${STARTER}modules/*`],
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
  // Medusa's Next.js starter, where the examples touch it.
  "next.d.ts": `
    declare module "next/navigation" {
      export function useParams<T>(): T
      export function useRouter(): { push(url: string): void; replace(url: string): void }
    }
    declare module "next/cache" {
      export function revalidateTag(tag: string): void
    }`,
  [`${STARTER}lib/config.ts`]: `
    import Medusa from "@medusajs/js-sdk"
    export const sdk = new Medusa({ baseUrl: "http://localhost:9000" })`,
  [`${STARTER}lib/data/cookies.ts`]: `
    export declare function getCacheTag(tag: string): Promise<string>
    export declare function getCartId(): Promise<string | undefined>
    export declare function removeCartId(): Promise<void>`,
  [`${STARTER}modules/checkout/components/error-message/index.tsx`]: `
    export default function ErrorMessage(props: { error?: string | null }) {
      return <p>{props.error}</p>
    }`,
}

type Example = { name: string; code: string }

/** The examples of a document; those with a file's name above them are that file of the starter's. */
function examplesOf(document: string): Example[] {
  const parts = readDocument(document).split(/^```(tsx?)\n([\s\S]*?)^```$/gm)
  const examples: Example[] = []
  for (let n = 0; n + 2 < parts.length; n += 3) {
    const [text = "", language = "", code = ""] = parts.slice(n)
    const file = [...text.matchAll(/^\*\*`(.+?)`\*\*/gm)].at(-1)?.[1]
    const name = file === undefined ? `${document}.${n}.${language}` : STARTER + file
    examples.push({ name, code: wholeOf(code) })
  }
  return examples
}

/** Some lines to add to an object or to a `switch` of the starter's, as a file of their own. */
function wholeOf(code: string): string {
  if (/^ +case /.test(code)) {
    return `import { CHECKOUT_UZ } from "@lib/checkout-uz"
import CheckoutUzButton from "@modules/checkout/components/payment-button/checkout-uz-button"
declare const paymentSession: { provider_id: string } | undefined
declare const notReady: boolean
declare const dataTestId: string
export function Buttons() {
  switch (true) {
${code}  }
}`
  }
  if (!code.startsWith("  ")) return code
  return `import { CreditCard } from "@medusajs/icons"\nexport const map = {\n${code}}`
}

describe("the code in the documents", () => {
  it("compiles under strict TypeScript, which finds a mistake beside it", () => {
    const readme = codeBlocks(readDocument("README.md"), "ts")
    const storefront = examplesOf("docs/storefront.md")
    expect([readme.length, storefront.length]).toEqual([3, 13])
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

  it("names only options that the plugin has", () => {
    const [, code = ""] = codeBlocks(readDocument("README.md"), "ts")
    const options: unknown = runInNewContext(`${code}; options`)
    const { problem } = parsePluginOptions(options)
    expect(problem).toBeUndefined()
  })
})
