import { access, cp, mkdir, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { doctorAnswerSchema } from "../../src/contract"
import { seededSchema, type Seeded } from "../demo/prepare-store"
import type { GuardedProcess } from "../lib/guarded-process"
import { readJsonFile } from "../lib/json-file"
import type { Commands } from "./commands"
import { bareConfiguration, configuration, environment } from "./documents"
import { importEverything } from "./exports"
import { commandsOf, type Manager } from "./managers"
import type { OtherNode } from "./nodes"
import { BACKEND, writeStarter } from "./starter"
import { medusaVersions } from "./versions"

const PLUGIN = "medusa-payment-checkout-uz"
const DEMO_STORE = join(__dirname, "..", "..", "examples", "demo-store", "src")
export const ADMIN = { email: "egasi@fresh.example", password: "uzun-parol-2026" }

/** What of a store is its own. */
export type Place = {
  /** Its folder, which is made. */
  folder: string
  manager: Manager
  /** `lowest` of what the package allows, `newest` in the registry, or a version. */
  medusa: string
  ports: { medusa: number; sandbox: number }
  databaseUrl: string
}

/** A store in a folder of its own, and what its developer does in it. */
export function freshStore(commands: Commands, place: Place) {
  const { folder, manager, ports } = place
  const backend = join(folder, BACKEND)
  const built = join(backend, ".medusa", "server")
  const url = `http://localhost:${ports.medusa}`
  const sandboxUrl = `http://localhost:${ports.sandbox}`
  const seedFile = join(folder, "seed.json")
  const managed = commandsOf[manager]

  const own = ({ admin } = { admin: true }) => ({ WITHOUT_ADMIN: String(!admin) })
  const medusa = async (name: string, args: readonly string[], env: Record<string, string> = {}) =>
    commands.run({
      cwd: backend,
      command: [await binary(backend, "medusa"), ...args],
      log: `${manager}-${name}`,
      env: { ...own(), ...env },
    })
  const install = (name: string, cwd: string, command: readonly string[]) =>
    commands.run({ cwd, command, log: `${manager}-${name}` })

  const start = async (cwd: string, env: Record<string, string>): Promise<GuardedProcess> => {
    const args = ["start", "--host", "localhost", "--port", String(ports.medusa)]
    const command = [await binary(backend, "medusa"), ...args]
    const log = `${manager}-start`
    const run = { cwd, command, log, env: { NODE_ENV: "production", ...env } }
    return commands.serve(run, `${url}/health`)
  }

  return {
    manager,
    url,
    sandboxUrl,
    backend,
    create: async (): Promise<void> => {
      await mkdir(folder, { recursive: true })
      await writeStarter(folder, manager, await medusaVersions(place.medusa))
      await install("install", folder, managed.install)
    },
    add: (tarball: string) => install("add", backend, managed.add(tarball)),
    remove: () => install("remove", backend, managed.remove(PLUGIN)),
    importEverything: () => importEverything(backend),

    /** With the README's own blocks. */
    configure: async (): Promise<void> => {
      await writeFile(join(backend, "medusa-config.ts"), configuration())
      await writeFile(join(backend, ".env"), starterEnvironment(place) + environment(ports))
    },
    unconfigure: () => writeFile(join(backend, "medusa-config.ts"), bareConfiguration),
    migrate: () => medusa("migrate", ["db:migrate"]),
    /** Something to sell, and an owner; a person would press the same in the admin. */
    seed: async (): Promise<Seeded> => {
      for (const part of ["seed", "scripts"]) {
        await cp(join(DEMO_STORE, part), join(backend, "src", part), { recursive: true })
      }
      await medusa("seed", ["exec", "./src/scripts/seed.ts"], {
        DEMO_ADMIN_EMAIL: ADMIN.email,
        DEMO_ADMIN_PASSWORD: ADMIN.password,
        DEMO_SEED_FILE: seedFile,
      })
      const seeded = await readJsonFile(seedFile, seededSchema)
      if (seeded === undefined) throw new Error(`The seed left no ${seedFile}.`)
      return seeded
    },
    /** From the package's own command; `env` over what the `.env` says. */
    doctor: async (env: Record<string, string> = {}) => {
      const command = [await binary(backend, PLUGIN), "doctor", "--json"]
      const log = `${manager}-doctor-${Object.keys(env).length}`
      const { code, printed } = await commands.ask({
        cwd: backend,
        command,
        log,
        env: { ...own(), ...env },
      })
      return { code, ...doctorAnswerSchema.parse(JSON.parse(printed.slice(printed.indexOf("{")))) }
    },

    /** As production does it: built, and run from what was built, on whichever Node. */
    build: async (): Promise<void> => {
      await rm(built, { recursive: true, force: true })
      await medusa("build", ["build"])
      await cp(join(backend, ".env"), join(built, ".env.production"))
    },
    startBuilt: (node?: OtherNode) => start(built, { ...own(), ...node?.env }),
    /** From its sources and without the admin, which takes longest to build. */
    startSources: () => start(backend, own({ admin: false })),
    /** From the package's own command. */
    startSandbox: async (): Promise<void> => {
      const command = [await binary(backend, PLUGIN), "sandbox", "--port", String(ports.sandbox)]
      await commands.serve({ cwd: backend, command, log: `${manager}-sandbox` }, sandboxUrl)
    },
  }
}

export type FreshStore = ReturnType<typeof freshStore>

function starterEnvironment({ databaseUrl, ports }: Place): string {
  const shops = `http://localhost:8000,http://localhost:${ports.medusa}`
  const lines = {
    STORE_CORS: shops,
    ADMIN_CORS: shops,
    AUTH_CORS: shops,
    DATABASE_URL: databaseUrl,
  }
  const secrets = { JWT_SECRET: "supersecret", COOKIE_SECRET: "supersecret" }
  return Object.entries({ ...lines, ...secrets })
    .map(([name, value]) => `${name}=${value}\n`)
    .join("")
}

/** The command that `npx` would run: the nearest one of that name. */
async function binary(folder: string, name: string): Promise<string> {
  const file = join(folder, "node_modules", ".bin", name)
  const isThere = await access(file).then(
    () => true,
    () => false
  )
  if (isThere) return file
  if (dirname(folder) === folder) throw new Error(`The store has no command ${name}.`)
  return binary(dirname(folder), name)
}
