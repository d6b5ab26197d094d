import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import { DOCTOR_MARKER, type Finding } from "../../contract"
import { readFindings } from "../doctor"
import { render } from "../render"

const ROOT = join(__dirname, "..", "..", "..")
const CLI = join(__dirname, "..", "main.ts")

const run = (...flags: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", CLI, ...flags],
    { encoding: "utf8", cwd: ROOT }
  )
  return { status, stdout, stderr }
}

const FINDINGS: Finding[] = [
  { id: "tables", severity: "error", message: "No tables.", fix: "Run npx medusa db:migrate." },
  { id: "clock", severity: "ok", message: "The clocks agree.", fix: null },
]

describe("the command line", () => {
  it("prints the package's version", () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")))
    expect(run("--version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" })
  }, 30_000)

  it("answers a command it does not have with one sentence, and exits with 1", () => {
    expect(run("doktor")).toEqual({
      status: 1,
      stdout: "",
      stderr:
        'There is no command "doktor": use sandbox, doctor, help, or --help for what they do.\n',
    })
  }, 30_000)

  it("says in one sentence that a folder has no Medusa, and exits with 1", () => {
    const folder = mkdtempSync(join(tmpdir(), "no-store-"))
    expect(run("doctor", "--directory", folder)).toEqual({
      status: 1,
      stdout: "",
      stderr: `There is no Medusa in ${folder}: run this in the store's folder, or name it with --directory.\n`,
    })
  }, 30_000)

  it("says where below the folder the store is, as in a new project of Medusa's", () => {
    const folder = mkdtempSync(join(tmpdir(), "whole-project-"))
    mkdirSync(join(folder, "apps", "backend"), { recursive: true })
    writeFileSync(join(folder, "apps", "backend", "medusa-config.ts"), "")
    const { status, stderr } = run("doctor", "--directory", folder)
    expect(status).toBe(1)
    expect(stderr).toMatch(/There is no Medusa in .* One is in apps.backend\.\n$/)
  }, 30_000)
})

describe("what a store's own server prints", () => {
  it("is read behind the marker, whatever else was printed", () => {
    const printed = `info: Starting\n${DOCTOR_MARKER}${JSON.stringify({ findings: FINDINGS })}\ninfo: Done\n`
    expect(readFindings(printed)).toEqual(FINDINGS)
  })

  it("has no findings where the server did not come so far", () => {
    expect(readFindings("error: no database\n")).toBeUndefined()
  })

  it("becomes a line each, with what to do", () => {
    expect(render(FINDINGS, { colours: false })).toBe(
      "✗ No tables. Run npx medusa db:migrate. (tables)\n✓ The clocks agree.\n"
    )
    expect(render(FINDINGS, { colours: true })).toContain("\u001b[32m✓ The clocks agree.")
  })
})
