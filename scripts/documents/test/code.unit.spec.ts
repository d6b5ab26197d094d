import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"
import { runInNewContext } from "node:vm"
import { z } from "zod"
import { describeProviderEntries, REQUIRED_DEPENDENCIES } from "../../../src/modules/checkout-uz"
import { parsePluginOptions } from "../../../src/modules/checkout-uz/settings/options"
import { configuration, readDocument } from "../../package/documents"
import { complaints } from "../compiler"
import { type Block, blocksIn, placeOf } from "../pages"

/** What a shop made of Medusa's Next.js starter adds to it. */
const EXAMPLE = join(__dirname, "..", "..", "..", "examples", "nextjs", "src")

const CONFIGURATION = "module.exports = defineConfig({"

/** What the developer has already, which the examples go on from. */
const SURROUNDINGS = {
  "shop.d.ts": `
    import type Medusa from "@medusajs/js-sdk"
    import type { HttpTypes } from "@medusajs/types"
    import type * as storefront from "medusa-payment-checkout-uz/storefront"
    import type { z } from "zod"
    import type { pluginOptionsSchema } from "./src/modules/checkout-uz/settings/option-schema"
    /** A variable that is not set is an option that is not given. */
    type Written<T> = T extends (infer Item)[]
      ? (Item | undefined)[]
      : T extends object
        ? { [K in keyof T]?: Written<T[K]> | undefined }
        : T
    declare global {
      type PluginOptions = Written<z.input<typeof pluginOptionsSchema>>
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

/** What a store's configuration has already. */
const OWN_HTTP = `http: { storeCors: "", adminCors: "", authCors: "" },`

/** A block that is no whole file: how it begins, the file it is a part of, and what its options are. */
type Frame = {
  begin: string
  whole: (code: string) => string
  options?: (code: string) => string
}
const FRAMES: readonly Frame[] = [
  { begin: CONFIGURATION, whole: configuration },
  {
    begin: "const redisUrl = ",
    whole: (code) =>
      `import { defineConfig } from "@medusajs/framework/utils"; ${code.replace("// ...", OWN_HTTP)}`,
  },
  {
    begin: "const options = {",
    whole: (code) => code.replace("options", "options: PluginOptions"),
    options: (code) => `${code}; options`,
  },
  {
    begin: "options: {",
    whole: (code) => `export default { ${code} } satisfies { options: PluginOptions }`,
    options: (code) => `({ ${code} }).options`,
  },
  {
    begin: "encryptionKeys: [",
    whole: (code) => `export default { ${code} } satisfies PluginOptions`,
    options: (code) => `({ ${code} })`,
  },
]
const frameOf = ({ code }: Block) => FRAMES.find(({ begin }) => code.startsWith(begin))

/** The file a block is, where a line above names it: `**`path`**`. */
const fileOf = ({ before }: Block) => [...before.matchAll(/^\*\*`(.+?)`\*\*/gm)].at(-1)?.[1]

const blocks = blocksIn("ts", "tsx").map((block) => ({ ...block, file: fileOf(block) }))

/** Every file in `examples/nextjs/src`, by its path there. */
function exampleFiles(): Map<string, string> {
  const names = readdirSync(EXAMPLE, { recursive: true, encoding: "utf8" })
  const files = names.filter((name) => /\.tsx?$/.test(name))
  return new Map(files.map((name) => [name, readFileSync(join(EXAMPLE, name), "utf8")]))
}

const configSchema = z.object({
  plugins: z.tuple([z.object({ options: z.unknown() })]),
  modules: z.tuple([z.object({ dependencies: z.unknown(), options: z.unknown() })]),
})

/** What some code comes to, with variables of the environment around it. */
const valueOf = (code: string, env: Readonly<Record<string, string | undefined>>): unknown =>
  runInNewContext(code, { process: { env } })

/** As if every variable were set. */
const anything = new Proxy({}, { get: (_, name) => `the value of ${String(name)}` })

describe("the code in the pages", () => {
  it("compiles under strict TypeScript, which finds a mistake beside it", () => {
    const written = blocks.filter(({ file }) => file === undefined)
    expect(written.length).toBeGreaterThan(15)
    const files = written.map((block) => {
      const whole = frameOf(block)?.whole(block.code) ?? block.code
      return [`${placeOf(block)}.${block.language}`, whole] as const
    })
    const wrong = "export const length = (text: string | undefined): number => text.length"
    const all = { ...SURROUNDINGS, ...Object.fromEntries(files), "wrong.ts": wrong }
    expect(complaints(all)).toEqual([expect.stringMatching(/wrong\.ts:1: .*possibly 'undefined'/)])
  }, 120_000)

  it("for Medusa's Next.js starter is that of the files in examples/nextjs", () => {
    const examples = blocks.flatMap(({ file, code }) =>
      file === undefined ? [] : [{ file, code }]
    )
    const isChange = ({ code }: { code: string }) => code.startsWith("  ")
    const written = examples.filter((example) => !isChange(example))
    expect(new Map(written.map(({ file, code }) => [file, code]))).toEqual(exampleFiles())
    // Which compile with a starter's declarations around them.
    expect(readDocument("package.json")).toContain("tsc -p examples/nextjs")

    const patch = readFileSync(join(EXAMPLE, "..", "starter.patch"), "utf8")
    const changes = examples.filter(isChange)
    expect(changes).toHaveLength(2)
    for (const { file, code } of changes) {
      const [, change = ""] = patch.split(`+++ b/src/${file}\n`)
      expect(change.split("\ndiff ")[0]).toContain(code.trimEnd().replace(/^/gm, "+"))
    }
  })

  it.each(
    blocks.flatMap((block) => {
      const options = frameOf(block)?.options?.(block.code)
      return options === undefined ? [] : [[placeOf(block), options] as const]
    })
  )("%s has options that the plugin takes", (_, code) => {
    expect(parsePluginOptions(valueOf(code, anything)).problem).toBeUndefined()
  })
})

describe("README.md's .env and medusa-config.ts", () => {
  const [dotenv = "", ...more] = blocksIn("dotenv").map(({ code }) => code)
  const env = parseEnv(dotenv)
  const [config = ""] = blocks.flatMap(({ code }) => (code.startsWith(CONFIGURATION) ? [code] : []))

  it("are options that the plugin and its provider take, as they stand", () => {
    expect(more).toEqual([])
    const code = `const module = {}, defineConfig = (config) => config; ${config}; module.exports`
    const { plugins, modules } = configSchema.parse(valueOf(code, env))
    const [payment] = modules
    const { options, problem } = parsePluginOptions(plugins[0].options)
    expect(problem).toBeUndefined()
    expect(options).toMatchObject({ baseUrl: env["CHECKOUT_UZ_BASE_URL"], encryptionKeys: [] })
    expect(payment.dependencies).toEqual(REQUIRED_DEPENDENCIES)
    expect(describeProviderEntries({ modules: { payment } })).toEqual([
      {
        providerId: "pp_checkout-uz_main",
        options: { cashDesk: "main", apiKey: "sandbox-key" },
        problem: undefined,
      },
    ])
  })

  it("name the same variables", () => {
    const named = [...config.matchAll(/process\.env\.(\w+)/g)].map(([, name = ""]) => name)
    expect([...new Set(named)].sort()).toEqual(Object.keys(env).sort())
  })
})
