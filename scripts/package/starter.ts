import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Manager } from "./managers"
import { ourDependencies, type Versions } from "./versions"

/** Where `create-medusa-app` puts the server. */
export const BACKEND = join("apps", "backend")

/** What Medusa's starter installs, without its linter and its test runner. */
function backendPackage({ medusa, ui, router }: Versions): object {
  const names = ["admin-sdk", "admin-shared", "caching", "cli", "dashboard", "draft-order"]
  const parts = [...names, "framework", "medusa"].map((name) => [`@medusajs/${name}`, medusa])
  return {
    name: "@dtc/backend",
    version: "0.0.1",
    scripts: { build: "medusa build", start: "medusa start", dev: "medusa develop" },
    dependencies: {
      ...(Object.fromEntries(parts) as Record<string, string>),
      "@medusajs/ui": ui,
      "@tanstack/react-query": "5.64.2",
      "react-i18next": "13.5.0",
      "react-router-dom": router,
      zod: "4.2.0",
    },
    devDependencies: {
      "@swc/core": "^1.7.28",
      "@types/node": "^20.12.11",
      "@types/react": "^18.3.2",
      "@types/react-dom": "^18.2.25",
      "prop-types": "^15.8.1",
      react: "^18.3.1",
      "react-dom": "^18.3.1",
      "ts-node": "^10.9.2",
      typescript: "^5.6.2",
      vite: "^5.4.14",
    },
    engines: { node: ">=20" },
  }
}

const TSCONFIG = {
  compilerOptions: {
    target: "ES2021",
    esModuleInterop: true,
    module: "Node16",
    moduleResolution: "Node16",
    emitDecoratorMetadata: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    skipDefaultLibCheck: true,
    declaration: false,
    sourceMap: false,
    inlineSourceMap: true,
    outDir: "./.medusa/server",
    rootDir: "./",
    jsx: "react-jsx",
    forceConsistentCasingInFileNames: true,
    resolveJsonModule: true,
    checkJs: false,
    strictNullChecks: true,
  },
  "ts-node": { swc: true },
  include: ["**/*", ".medusa/types/*"],
  exclude: ["node_modules", ".medusa/server", ".medusa/admin", ".cache", "eslint.config.*"],
}

/**
 * Stricter than pnpm is: what the plugin's server imports is found because it is declared, and not because
 * pnpm puts every package where all others find it. Medusa itself needs its own parts there, and the
 * dashboard's: it does not declare all that it imports.
 */
function hoistPatterns(dependencies: readonly string[]): string {
  const ours = dependencies.filter((name) => name !== "zod" && !name.startsWith("@medusajs/"))
  return ["*", ...ours.map((name) => `!${name}`)]
    .map((pattern) => `hoist-pattern[]=${pattern}\n`)
    .join("")
}

/** What `create-medusa-app` changes for the package manager it is run with. */
function filesOf(manager: Manager, dependencies: readonly string[]): Record<string, string> {
  const workspaces = ["apps/**", "!apps/backend/.medusa/**"]
  const root = { name: "my-shop", private: true, engines: { node: ">=20" } }
  switch (manager) {
    case "npm":
      return {
        // Medusa's migrations need the newer of two versions that npm could hoist.
        "package.json": json({ ...root, workspaces, devDependencies: { ajv: "^8.13.0" } }),
      }
    case "pnpm":
      return {
        "package.json": json(root),
        ".npmrc": hoistPatterns(dependencies),
        "pnpm-workspace.yaml": `packages:\n${workspaces.map((glob) => `  - "${glob}"\n`).join("")}`,
      }
    case "yarn":
      return {
        "package.json": json({ ...root, workspaces }),
        "yarn.lock": "",
        ".yarnrc.yml": "nodeLinker: node-modules\n",
      }
  }
}

/** Writes a store as `create-medusa-app` makes it, without its storefront: nobody has heard of the plugin. */
export async function writeStarter(
  folder: string,
  manager: Manager,
  versions: Versions
): Promise<void> {
  const files = {
    ...filesOf(manager, await ourDependencies()),
    [join(BACKEND, "package.json")]: json(backendPackage(versions)),
    [join(BACKEND, "tsconfig.json")]: json(TSCONFIG),
    [join(BACKEND, "src", "admin", "i18n", "index.ts")]: "export default {}\n",
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
}

function json(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`
}
