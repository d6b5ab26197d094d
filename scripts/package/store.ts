import { cp, mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

const root = join(__dirname, "..", "..")
const demoStore = join(root, "examples", "demo-store")

/** A store as `create-medusa-app` leaves it, in which nobody has heard of this plugin yet. */
export async function writeFreshStore(folder: string, medusaVersion: string): Promise<void> {
  await mkdir(join(folder, "src"), { recursive: true })
  // Something to sell; a person would press the same in the admin.
  for (const part of ["seed", "scripts"]) {
    await cp(join(demoStore, "src", part), join(folder, "src", part), { recursive: true })
  }
  const medusa = ["admin-sdk", "cli", "framework", "medusa"].map((name) => [
    `@medusajs/${name}`,
    medusaVersion,
  ])
  await writeJson(join(folder, "package.json"), {
    name: "fresh-store",
    version: "0.0.1",
    private: true,
    scripts: { build: "medusa build", start: "medusa start" },
    dependencies: Object.fromEntries(medusa) as Record<string, string>,
    devDependencies: {
      "@types/node": "^20.12.11",
      "@types/react": "^18.3.2",
      react: "^18.3.1",
      "react-dom": "^18.3.1",
      "@swc/core": "^1.7.28",
      "prop-types": "^15.8.1",
      "ts-node": "^10.9.2",
      typescript: "^5.6.2",
      vite: "^7.3.6",
    },
    engines: { node: ">=20" },
  })
  await writeJson(join(folder, "tsconfig.json"), {
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
    include: ["**/*", ".medusa/types/*"],
    exclude: ["node_modules", ".medusa/server", ".medusa/admin", ".cache"],
  })
}

const PROJECT = `projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET || "supersecret",
      cookieSecret: process.env.COOKIE_SECRET || "supersecret",
    },
    // The tests speak plain http.
    cookieOptions: { secure: false, sameSite: "lax" },
  },
  admin: { backendUrl: "/" },`

/** `medusa-config.ts` before the plugin, and with it: the README's own block. */
export async function configurations(): Promise<{ without: string; with: string }> {
  const readme = await readFile(join(root, "README.md"), "utf8")
  const block = /```ts\n(module\.exports = defineConfig\(\{[\s\S]+?\n)```/.exec(readme)?.[1]
  if (block === undefined) throw new Error("README.md shows no medusa-config.ts any more.")
  if (!block.includes("// ...")) {
    throw new Error('The medusa-config.ts of README.md has no "// ..." for the store\'s own part.')
  }
  const head = [
    'import { defineConfig, loadEnv } from "@medusajs/framework/utils"',
    'loadEnv(process.env.NODE_ENV || "development", process.cwd())\n\n',
  ].join("\n\n")
  return {
    without: `${head}module.exports = defineConfig({\n  ${PROJECT}\n})\n`,
    with: head + block.replace("// ...", PROJECT),
  }
}

/** The `.env` the README shows for the sandbox, its values filled in. */
export async function environmentFile(values: Readonly<Record<string, string>>): Promise<string> {
  const readme = await readFile(join(root, "README.md"), "utf8")
  const block = /```dotenv\n([^`]+)```/.exec(readme)?.[1]
  if (block === undefined) throw new Error("README.md shows no .env any more.")
  const names = [...block.matchAll(/^([A-Z_]+)=/gm)].map(([, name = ""]) => name)
  for (const name of names) {
    if (values[name] === undefined) throw new Error(`README.md's .env asks for ${name}.`)
  }
  return `${Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n")}\n`
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`)
}
