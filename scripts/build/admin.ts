import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join, resolve, sep } from "node:path"
import type { Plugin } from "vite" with { "resolution-mode": "import" }

const root = resolve(__dirname, "..", "..")
const built = join(root, ".medusa", "server", "src", "admin")
const NOTICES = "third-party-licenses.txt"

/** What the screens share with Medusa's dashboard: another copy would not know its state. */
export const OF_THE_DASHBOARD = [
  "react",
  "react-dom",
  "react-router-dom",
  "react-i18next",
  "@tanstack/react-query",
  "@medusajs/ui",
  "@medusajs/icons",
  "@medusajs/admin-sdk",
  // These are dependencies anyway.
  "@medusajs/js-sdk",
  "zod",
]

/**
 * Medusa's build leaves out of the admin's screens whatever package.json names. What only they need
 * (charts, QR codes) is put into them here, so that no store installs it, and its licenses beside it.
 */
export async function bundleAdmin(): Promise<string[]> {
  const outDir = await mkdtemp(join(root, ".medusa", "admin-"))
  const packages = new Set<string>()
  const vite = await import("vite")
  try {
    await vite.build({
      configFile: false,
      root,
      logLevel: "warn",
      plugins: [notePackages(packages)],
      build: {
        target: "baseline-widely-available",
        minify: false,
        outDir,
        lib: { entry: join(built, "index.mjs"), formats: ["es", "cjs"], fileName: "index" },
        rollupOptions: { external: isOfTheDashboard },
      },
    })
    for (const file of await readdir(outDir)) await rename(join(outDir, file), join(built, file))
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
  const names = [...packages].sort()
  await writeFile(join(built, NOTICES), (await Promise.all(names.map(licenseOf))).join("\n\n"))
  return names
}

function isOfTheDashboard(id: string): boolean {
  return OF_THE_DASHBOARD.some((name) => id === name || id.startsWith(`${name}/`))
}

const FOLDER = `node_modules${sep}`

function notePackages(packages: Set<string>): Plugin {
  return {
    name: "note-packages",
    moduleParsed({ id }) {
      const path = id.slice(id.lastIndexOf(FOLDER) + FOLDER.length)
      if (!id.includes(FOLDER)) return
      const [first = "", second = ""] = path.split(sep)
      packages.add(first.startsWith("@") ? `${first}/${second}` : first)
    },
  }
}

async function licenseOf(name: string): Promise<string> {
  const folder = join(root, "node_modules", name)
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
  return `${name}\n\n${file ? await readFile(join(folder, file), "utf8") : "See its package.json."}`
}
