import { spawn } from "node:child_process"
import { createServer } from "node:net"
import { join } from "node:path"

const cli = join(__dirname, "..", "cli.ts")

/** Runs the command until it ends or has said that it runs. */
const run = (...flags: string[]) =>
  new Promise<{ code: number | null; out: string; err: string; status: number | null }>(
    (resolve) => {
      const child = spawn(process.execPath, ["--import", "tsx", cli, ...flags])
      let [out, err] = ["", ""]
      let status: number | null = null
      child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()))
      child.stdout.on("data", (chunk: Buffer) => {
        out += chunk.toString()
        const page = /Start page +(\S+)/.exec(out)?.[1]
        if (page === undefined || !out.includes("Ctrl+C")) return
        void fetch(page).then((answer) => {
          status = answer.status
          child.kill("SIGTERM")
        })
      })
      child.on("close", (code) => {
        resolve({ code, out, err, status })
      })
    }
  )

it("prints its addresses and its key, answers, and stops cleanly", async () => {
  const { code, out, err, status } = await run("sandbox", "--port", "0", "--key", "my-key")
  expect(out).toMatch(/Service +http:\/\/127\.0\.0\.1:\d+\/api\/v1/)
  expect(out).toMatch(/API key +my-key/)
  expect([code, err, status]).toEqual([0, "", 200])
}, 30_000)

it("says in one sentence that its port is in use, and exits with 1", async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve))
  const address = taken.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const { code, out, err } = await run("--port", String(port))
  taken.close()
  expect([code, out]).toEqual([1, ""])
  expect(err).toBe(`Port ${port} is in use: stop what runs there or pass --port.\n`)
}, 30_000)

it.each([
  ["--port", "99999"],
  ["--public-url", "shop"],
])(
  "refuses %s %s",
  async (...flags) => {
    const { code, err } = await run(...flags)
    expect(code).toBe(1)
    expect(err).toContain(flags[0])
  },
  30_000
)
