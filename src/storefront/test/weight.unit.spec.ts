import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"

const FOLDER = join(__dirname, "..")

/** What a shop's bundler makes of a line of import, in bytes, and what it took in for it. */
async function weigh(code: string): Promise<{ zipped: number; text: string; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: FOLDER, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external: ["react"],
  })
  const [file] = outputFiles
  if (!file) throw new Error("The bundler made nothing.")
  const inputs = Object.keys(metafile.inputs).filter((name) => !name.includes("<stdin>"))
  return { zipped: gzipSync(file.contents).length, text: file.text, inputs }
}

describe("the helper for storefronts", () => {
  it.each([
    ["alone is under 3", 3, 'export * from "./index"'],
    ["with the hooks for React is under 4", 4, 'export * from "./index"; export * from "./react"'],
  ])("%s KB gzipped", async (_, limit, code) => {
    const { zipped } = await weigh(code)
    expect(zipped).toBeGreaterThan(500)
    expect(zipped).toBeLessThan(limit * 1024)
  })

  it("brings nothing along: neither a dependency nor a part of the server", async () => {
    const { inputs } = await weigh('export * from "./index"; export * from "./react"')
    expect(inputs.length).toBeGreaterThan(5)
    expect(inputs.filter((name) => !name.startsWith("src/storefront/"))).toEqual([])
  })

  it("leaves out what a shop does not use", async () => {
    const { text, zipped } = await weigh('export { paymentMethods } from "./index"')
    expect(text).not.toContain("visibilitychange")
    expect(text).not.toContain("sms_code")
    expect(zipped).toBeLessThan(1024)
  })
})
