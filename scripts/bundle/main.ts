import { access } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { OF_THE_DASHBOARD } from "../build/admin"
import { runProgram } from "../lib/program"

/** How much more than Medusa's own dashboard a browser may have to load for the plugin, gzipped. */
const LIMIT_KB = 250

const root = join(__dirname, "..", "..")
const extension = join(root, ".medusa", "server", "src", "admin", "index.mjs")

async function main(): Promise<number> {
  const built = await access(extension).then(
    () => true,
    () => false
  )
  if (!built) {
    process.stderr.write('The plugin is not built yet: run "npm run build" first.\n')
    return 1
  }
  const { outputFiles } = await build({
    entryPoints: [extension],
    bundle: true,
    minify: true,
    write: false,
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
  process.stdout.write(`${size(code.length / 1024)}  minified\n`)
  if (zipped <= LIMIT_KB) return 0
  process.stderr.write(`The plugin's screens are larger than ${LIMIT_KB} KB gzipped.\n`)
  return 1
}

runProgram(main)
