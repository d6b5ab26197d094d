import { dirname, join } from "node:path"
import ts from "typescript"

const ROOT = join(__dirname, "..", "..")
const source = (name: string) => [`src/${name}`]

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  esModuleInterop: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: ["node"],
  baseUrl: ROOT,
  // The package from its sources: nothing is built yet.
  paths: {
    "medusa-payment-checkout-uz/sandbox": source("sandbox/index.ts"),
    "medusa-payment-checkout-uz/storefront": source("storefront/index.ts"),
    "medusa-payment-checkout-uz/storefront/react": source("storefront/react.ts"),
  },
}

/** The folders a file is in, up to this repository's. */
function above(file: string): string[] {
  const folder = dirname(file)
  return folder.length <= ROOT.length ? [folder] : [folder, ...above(folder)]
}

/** What a strict compiler says of these files, which lie in memory, in this repository's folder. */
export function complaints(files: Readonly<Record<string, string>>): string[] {
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
    const file = program.getSourceFile(name)
    const found = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]
    return found.map(({ messageText, file: at, start = 0 }) => {
      const line = (at?.getLineAndCharacterOfPosition(start).line ?? 0) + 1
      return `${name}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
    })
  })
}
