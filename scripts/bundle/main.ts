import { access } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build, type Metafile } from "esbuild"

/** How much more than Medusa's own dashboard a browser may have to load for the plugin, gzipped. */
const LIMIT_KB = 250
const LARGEST = 12

const root = join(__dirname, "..", "..")
const extension = join(root, ".medusa", "server", "src", "admin", "index.mjs")

/** What Medusa's dashboard brings along for everyone. */
const OF_THE_DASHBOARD = [
  "react",
  "react-dom",
  "react-router-dom",
  "react-i18next",
  "@tanstack/react-query",
  "@medusajs/ui",
  "@medusajs/icons",
  "@medusajs/js-sdk",
  "@medusajs/admin-sdk",
  "zod",
]

async function main(): Promise<number> {
  const built = await access(extension).then(
    () => true,
    () => false
  )
  if (!built) {
    process.stderr.write('The plugin is not built yet: run "npm run build" first.\n')
    return 1
  }
  const { outputFiles, metafile } = await build({
    entryPoints: [extension],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outfile: "admin.js",
    format: "esm",
    platform: "browser",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
    external: OF_THE_DASHBOARD.flatMap((name) => [name, `${name}/*`]),
    logLevel: "warning",
  })
  const code = Buffer.concat(outputFiles.map(({ contents }) => contents))
  const zipped = gzipSync(code).length / 1024
  const size = (kb: number) => `${kb.toFixed(1)} KB`.padStart(10)
  process.stdout.write(`${size(zipped)}  gzipped, of at most ${LIMIT_KB} KB\n`)
  process.stdout.write(`${size(code.length / 1024)}  minified, of which the largest parts are\n`)
  for (const [name, bytes] of partsOf(metafile).slice(0, LARGEST)) {
    process.stdout.write(`${size(bytes / 1024)}    ${name}\n`)
  }
  if (zipped <= LIMIT_KB) return 0
  process.stderr.write(`The plugin's screens are larger than ${LIMIT_KB} KB gzipped.\n`)
  return 1
}

/** The packages in a bundle with their minified bytes, the largest first. */
function partsOf({ outputs }: Metafile): [string, number][] {
  const sizes = new Map<string, number>()
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const name = packageOf(path)
      sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput)
    }
  }
  return [...sizes].sort(([, a], [, b]) => b - a)
}

function packageOf(path: string): string {
  const inside = path.split("node_modules/").at(-1)
  if (inside === undefined || inside === path) return "the plugin's own screens"
  return inside.split("/", inside.startsWith("@") ? 2 : 1).join("/")
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
)
