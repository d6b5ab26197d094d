import { randomBytes } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const ROOT = join(__dirname, "..", "..")

/** A document of this repository. */
export function readDocument(name: string): string {
  return readFileSync(join(ROOT, name), "utf8")
}

/** The pictures that the README and what is in docs show, from the root of the repository. */
export function shownPictures(): string[] {
  const names = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
  const documents = names.filter((name) => name.endsWith(".md")).map((name) => join("docs", name))
  return ["README.md", ...documents].flatMap((document) =>
    [...readDocument(document).matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, picture = ""]) =>
      join(dirname(document), picture)
    )
  )
}

/** Its code blocks in one language, in their order. */
export function codeBlocks(text: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm")
  return [...text.matchAll(fence)].map(([, code]) => code ?? "")
}

/** The README's one block with these words. @throws Error where there is none, or several */
function blockWith(language: string, words: string): string {
  const all = codeBlocks(readDocument("README.md"), language)
  const [block, ...more] = all.filter((code) => code.includes(words))
  if (block === undefined || more.length > 0) {
    throw new Error(`README.md must have one ${language} block with "${words}".`)
  }
  return block
}

const HEAD = `import { defineConfig, loadEnv } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

`

/** What a new store has, and what a test needs beside: plain http, and no admin where nobody looks at it. */
const OWN = `projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
    cookieOptions: { secure: false, sameSite: "lax" },
  },
  admin: { disable: process.env.WITHOUT_ADMIN === "true" },`

/** `medusa-config.ts` of a new store. */
export const bareConfiguration = `${HEAD}module.exports = defineConfig({\n  ${OWN}\n})\n`

/** The same with what the README says to add to it, word by word. */
export function configuration(block = blockWith("ts", "plugins: [")): string {
  if (!block.includes("  // ...\n")) {
    throw new Error('The medusa-config.ts of README.md has no "// ..." for the store\'s own part.')
  }
  return HEAD + block.replace("// ...", () => OWN)
}

/** The README's `.env` for the sandbox, on other ports, with an encryption key of the store's own. */
export function environment(ports: { medusa: number; sandbox: number }): string {
  const block = blockWith("dotenv", "CHECKOUT_UZ_API_KEY")
  const key = "CHECKOUT_UZ_ENCRYPTION_KEY=\n"
  if (!block.includes(key)) throw new Error(`The .env of README.md has no empty ${key.trim()}.`)
  return block
    .replace(key, `${key.trim()}${randomBytes(32).toString("base64")}\n`)
    .replaceAll("localhost:9000", `localhost:${ports.medusa}`)
    .replaceAll("localhost:4242", `localhost:${ports.sandbox}`)
}
