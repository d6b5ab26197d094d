import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Command as CommanderCommand } from "commander"
import { z } from "zod"
import { doctorCommand } from "../../src/cli/doctor"
import { CHECKOUT_UZ_MODULE } from "../../src/modules/checkout-uz"
import { sandboxCommand } from "../../src/sandbox/command"
import { readDocument } from "../package/documents"
import { problemOfRequest } from "./routes"
import type { Command } from "./shell"

const ROOT = join(__dirname, "..", "..")
const { name: PLUGIN, scripts } = z
  .object({ name: z.string(), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readDocument("package.json")))

type Problem = string | undefined
type Check = (args: readonly string[]) => Problem

/** What other programs are told, word by word: nothing here knows what they take. */
const AS_THEY_STAND = [
  "git clone <this repository>",
  "git apply --directory=apps/storefront",
  `cd ${PLUGIN}`,
  "openssl rand -base64 32",
  "npx changeset pre exit",
  "echo ready",
  `pnpm add ${PLUGIN}`,
  `yarn add ${PLUGIN}`,
]

/** Of a Medusa store, and not of this repository. */
const SCRIPTS_OF_A_STORE = ["dev"]

const npm: Check = ([subcommand = "", name = "", ...rest]) => {
  switch (subcommand) {
    case "ci":
    case "publish":
      return name === "" ? undefined : `npm ${subcommand} takes no "${name}" here`
    case "test":
      return "test" in scripts ? undefined : "package.json has no test script"
    case "install":
      return name === PLUGIN ? undefined : `the package is ${PLUGIN}, not "${name}"`
    case "run":
      return runScript(name, rest)
    default:
      return `npm ${subcommand} is not known here`
  }
}

function runScript(name: string, args: readonly string[]): Problem {
  if (SCRIPTS_OF_A_STORE.includes(name)) return undefined
  const script = scripts[name]
  if (script === undefined) return `package.json has no script "${name}"`
  const given = args.filter((arg) => arg !== "--")
  const [program] = /\S+\/main\.ts/.exec(script) ?? []
  if (given.length === 0) return undefined
  if (program === undefined) return `"npm run ${name}" takes nothing`
  const source = readDocument(program)
  const unknown = given.find((word, n) => !isTaken(source, word, given[n - 1]))
  return unknown === undefined ? undefined : `${program} knows no "${unknown}"`
}

/** Whether a program reads this word: a flag in either way of saying so, its value, or a part by its name. */
function isTaken(source: string, word: string, before: string | undefined): boolean {
  if (!word.startsWith("--")) {
    return before?.startsWith("--") === true || new RegExp(`\\b${word}\\b`).test(source)
  }
  const flag = word.slice(2)
  return new RegExp(`"--${flag}[ "]|\\b${flag}: \\{ type:`).test(source)
}

/** Jest itself says whether it knows the flags, and whether there are such tests. */
const listTests: Check = (args) => {
  const program = join(ROOT, "node_modules", "jest", "bin", "jest.js")
  const command = [program, ...args, "--listTests"]
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: ROOT, encoding: "utf8" })
  return /\.spec\.tsx?$/m.test(stdout) ? undefined : `jest finds no test: ${stderr.trim()}`
}

const medusa: Check = ([subcommand = "", file]) => {
  const known = readDocument("node_modules/@medusajs/cli/dist/create-cli.js")
  if (!new RegExp(`command: ["\`]${subcommand}[ "\`]`).test(known)) {
    return `Medusa has no command "${subcommand}"`
  }
  if (file === undefined || (subcommand === "db:rollback" && file === CHECKOUT_UZ_MODULE))
    return undefined
  const built = `./node_modules/${PLUGIN}/.medusa/server/`
  const source = file.replace(built, "").replace(/\.js$/, ".ts")
  return file.startsWith(built) && existsSync(join(ROOT, source))
    ? undefined
    : `${file} is not built`
}

/** The command's own parser, with nothing behind it. */
const ours: Check = ([name = "", ...flags]) => {
  const commands: CommanderCommand[] = [sandboxCommand(), doctorCommand()]
  const command = commands.find((one) => one.name() === name)
  if (command === undefined) return `${PLUGIN} has no command "${name}"`
  command
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .action(() => undefined)
  try {
    command.parse([...flags], { from: "user" })
    return undefined
  } catch (error) {
    return String(error)
  }
}

const npx: Check = ([program = "", ...args]) => {
  const check = { jest: listTests, medusa, [PLUGIN]: ours }[program]
  return check === undefined ? `npx ${program} is not known here` : check(args)
}

const HEADERS = ["Authorization: Basic $TOKEN", "Content-Type: application/json"]

const curl: Check = (args) => {
  const after = (flag: string) => args.filter((_, n) => args[n - 1] === flag)
  const flags = args.filter((word) => word.startsWith("-"))
  const unknown = flags.find((flag) => !["-X", "-H", "-d", "-i"].includes(flag))
  if (unknown !== undefined) return `curl's ${unknown} is not known here`
  const header = after("-H").find((one) => !HEADERS.includes(one))
  if (header !== undefined) return `the header "${header}" is not known here`
  const [body] = after("-d")
  if (body !== undefined && after("-H").every((one) => !one.startsWith("Content-Type"))) {
    return "a body needs its Content-Type"
  }
  const address = args.find((word) => /^(https?:\/\/[^/]+|\$[A-Z]+)\//.test(word))
  if (address === undefined) return "there is no address"
  const path = address.replace(/^(https?:\/\/[^/]+|\$[A-Z]+)/, "")
  return problemOfRequest({ method: after("-X")[0] ?? "GET", path, body })
}

const PROGRAMS: Readonly<Record<string, Check>> = { npm, npx, curl, medusa }

/** Why a command would not do what a page says; undefined where it would. */
export function problemOfCommand({ words, comment }: Command): Problem {
  if (AS_THEY_STAND.includes(words.join(" "))) return undefined
  const [program = "", ...args] = words
  const check = PROGRAMS[program]
  if (check === undefined) {
    return `nothing here knows "${words.join(" ")}": teach scripts/documents/commands.ts`
  }
  // What else can be given is said in a comment: `-- --once`.
  const more = [...comment.matchAll(/-- (--[a-z-]+(?: [\w.]+)?)(?=[,;]|$| for )/g)]
  const others = more.map(([, flags = ""]) => check([...args, "--", ...flags.split(" ")]))
  return [check(args), ...others].find((problem) => problem !== undefined)
}
