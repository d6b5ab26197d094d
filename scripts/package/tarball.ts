import { readdir, readFile, stat } from "node:fs/promises"
import { isBuiltin } from "node:module"
import { dirname, join, resolve } from "node:path"
import ts from "typescript"
import { z } from "zod"
import { step } from "../demo/progress"
import type { Commands } from "./commands"

const ROOT = resolve(__dirname, "..", "..")
const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
})
/** The admin's bundle and the description of its routes are no modules that a program imports. */
const NO_TYPES = ["./admin", "./openapi.json", "./package.json"]

/** `npm pack` of what is built. @returns the tarball's path */
export async function pack(commands: Commands, folder: string): Promise<string> {
  const command = ["npm", "pack", "--pack-destination", folder]
  await commands.run({ cwd: ROOT, command, log: "pack" })
  const file = (await readdir(folder)).find((name) => name.endsWith(".tgz"))
  if (file === undefined) throw new Error("npm packed nothing.")
  return join(folder, file)
}

/** What can be seen of a package before it is installed. @throws Error that says what is wrong */
export async function checkTarball(
  commands: Commands,
  tarball: string,
  folder: string
): Promise<void> {
  await commands.run({ cwd: folder, command: ["tar", "-xzf", tarball], log: "unpack" })
  const root = join(folder, "package")
  await step("publint", () => lint(root))
  await step("Are the types wrong", () => checkTypes(tarball))
  await step("What its files import is what it declares", () => checkImports(root))
  await step("Links of its documents lead somewhere in it", () => checkLinks(root))
}

/** Medusa loads what it finds in folders by the `default` of CommonJS, as its own plugins have it. */
const AS_MEDUSA_HAS_IT = ["CJS_WITH_ESMODULE_DEFAULT_EXPORT", "CJSOnlyExportsDefault"]

async function lint(root: string): Promise<void> {
  const { publint } = await import("publint")
  const { formatMessage } = await import("publint/utils")
  const { messages } = await publint({ pkgDir: root, strict: true, pack: false })
  const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"))
  const pkg = z.record(z.string(), z.unknown()).parse(manifest)
  complain(
    messages
      .filter(({ code }) => !AS_MEDUSA_HAS_IT.includes(code))
      .map((message) => formatMessage(message, pkg) ?? message.code)
  )
}

async function checkTypes(tarball: string): Promise<void> {
  const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core")
  const packed = createPackageFromTarballData(await readFile(tarball))
  const result = await checkPackage(packed, { excludeEntrypoints: NO_TYPES })
  if (!result.types) throw new Error("The package has no types.")
  complain(
    result.problems
      .filter((problem) => !isOfOldResolution(problem))
      .filter(({ kind }) => !AS_MEDUSA_HAS_IT.includes(kind))
      .map((problem) => JSON.stringify(problem))
  )
}

/**
 * TypeScript's "node10" knows no exports. A Medusa store compiles with Node16, a shop with a bundler's,
 * and Medusa's Next.js starter with "node10": what a shop imports is found with it, too.
 */
function isOfOldResolution(problem: object): boolean {
  if (!("resolutionKind" in problem) || problem.resolutionKind !== "node10") return false
  return !("entrypoint" in problem && String(problem.entrypoint).startsWith("./storefront"))
}

/** Of the dependencies, what the admin's bundle alone imports; docs/dependencies.md says why it is one. */
const OF_THE_ADMIN = ["@medusajs/js-sdk"]

async function checkImports(root: string): Promise<void> {
  const imported = new Set<string>()
  const byServers = new Set<string>(OF_THE_ADMIN)
  for (const file of await filesOf(root, /\.(m?js|cjs)$/)) {
    const code = await readFile(file, "utf8")
    if (code.includes("sourceMappingURL=data:")) throw new Error(`${file} has its map inside.`)
    const isOfAdmin = file.includes("/src/admin/")
    for (const name of packagesIn(code)) {
      imported.add(name)
      if (!isOfAdmin) byServers.add(name)
    }
  }
  const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"))
  const { dependencies, peerDependencies } = manifestSchema.parse(manifest)
  const declared = new Set(Object.keys({ ...dependencies, ...peerDependencies }))
  complain([
    ...[...imported].filter((name) => !declared.has(name)).map((name) => `${name} is not declared`),
    ...[...declared].filter((name) => !imported.has(name)).map((name) => `${name} is not imported`),
    ...Object.keys(dependencies)
      .filter((name) => !byServers.has(name))
      .map((name) => `${name} is installed in every store, and only the admin's bundle imports it`),
  ])
}

/** The packages that a JavaScript file requires or imports; not Node's own. */
function packagesIn(code: string): string[] {
  return ts
    .preProcessFile(code, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((id) => !/^[./#]/.test(id) && !isBuiltin(id))
    .map((id) => id.split("/", id.startsWith("@") ? 2 : 1).join("/"))
}

async function checkLinks(root: string): Promise<void> {
  const dead: string[] = []
  for (const file of await filesOf(root, /\.md$/)) {
    const text = await readFile(file, "utf8")
    for (const [, link = ""] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
      const target = resolve(dirname(file), link)
      const isThere = target.startsWith(root) && (await stat(target).then(Boolean, () => false))
      if (!isThere) dead.push(`${file.slice(root.length + 1)} leads to ${link}`)
    }
  }
  complain(dead)
}

function complain(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("\n"))
}

async function filesOf(folder: string, name: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
