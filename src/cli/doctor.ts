import { spawn } from "node:child_process"
import { join, resolve } from "node:path"
import { Command } from "commander"
import { doctorAnswerSchema, DOCTOR_MARKER, type Finding } from "../contract"
import { findStore } from "./find-store"
import { render } from "./render"

const SCRIPT = join(__dirname, "..", "scripts", "doctor.js")
/** Characters of what Medusa printed that are shown where it could not start. */
const TAIL = 2_000
/** Milliseconds after which a Medusa that has not come up is not waited for: without its database it waits for ever. */
const LIMIT_MS = 120_000

type Flags = { json?: boolean; directory: string }

/** `doctor`: checks a Medusa store's configuration, database and payment service. */
export function doctorCommand(): Command {
  return new Command("doctor")
    .description("Check a store: its configuration, its database and the payment service.")
    .option("--json", "print the findings as JSON")
    .option("--directory <path>", "the store's folder", ".")
    .action(run)
}

async function run({ json = false, directory }: Flags): Promise<void> {
  const store = resolve(directory)
  const found = findStore(store)
  if (found.kind === "none") {
    const hint = found.elsewhere === undefined ? "" : ` One is in ${found.elsewhere}.`
    fail(
      `There is no Medusa in ${store}: run this in the store's folder, or name it with --directory.${hint}`
    )
    return
  }
  const { out, err, cutOff } = await execute(found.medusa, store)
  const findings = readFindings(out)
  if (!findings && cutOff) {
    fail(
      `Medusa did not come up within ${LIMIT_MS / 1000} seconds in ${store}, so nothing was checked: see whether its database runs and its DATABASE_URL is right. ${tailOf(out, err)}`
    )
    return
  }
  if (!findings) {
    fail(`Medusa could not start in ${store}, so nothing was checked. ${tailOf(out, err)}`)
    return
  }
  const colours = process.stdout.isTTY && process.env["NO_COLOR"] === undefined
  process.stdout.write(
    json ? `${JSON.stringify({ findings }, null, 2)}\n` : render(findings, { colours })
  )
  if (findings.some(({ severity }) => severity === "error")) process.exitCode = 1
}

function tailOf(out: string, err: string): string {
  const words = `${out}\n${err}`.trim().slice(-TAIL)
  return words === "" ? "It says nothing." : `It says:\n${words}`
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

type Executed = { out: string; err: string; cutOff: boolean }

function execute(medusa: string, store: string): Promise<Executed> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [medusa, "exec", SCRIPT], {
      cwd: store,
      stdio: ["ignore", "pipe", "pipe"],
    })
    let [out, err] = ["", ""]
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text))
    child.on("error", failed)
    let cutOff = false
    const limit = setTimeout(() => {
      cutOff = true
      child.kill("SIGKILL")
    }, LIMIT_MS)
    child.on("close", () => {
      clearTimeout(limit)
      done({ out, err, cutOff })
    })
  })
}

/** The findings among everything else a server prints; undefined where it did not come so far. */
export function readFindings(out: string): Finding[] | undefined {
  const line = out.split("\n").find((text) => text.startsWith(DOCTOR_MARKER))
  if (line === undefined) return undefined
  return doctorAnswerSchema.parse(JSON.parse(line.slice(DOCTOR_MARKER.length))).findings
}
