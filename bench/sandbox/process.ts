import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"

const startedSchema = z.object({
  port: z.number(),
  key: z.string(),
  times: z.object({ import: z.number(), listen: z.number() }),
})
const madeSchema = z.object({ payment: z.object({ _id: z.number(), _url: z.string() }) })

/** Of Linux, in /proc. */
const TICKS_A_SECOND = 100

/** What the process runs: the memory settings of the command, then what a test would write. */
const PROGRAM = `
const { performance } = require("node:perf_hooks")
require("./lean-memory")
const began = performance.now()
const { startSandbox } = require("./index")
const imported = performance.now()
startSandbox().then(({ port, apiKey }) => {
  const listening = performance.now()
  const times = { import: imported - began, listen: listening - imported }
  process.stdout.write(JSON.stringify({ port, key: apiKey, times }) + "\\n")
})
`

/** A sandbox in a process of its own, and what it took to start it. Milliseconds. */
export async function startSandboxProcess(root: string) {
  const child = spawn(process.execPath, ["-e", PROGRAM], {
    cwd: join(root, ".medusa", "sandbox"),
    stdio: ["ignore", "pipe", "inherit"],
  })
  const [line] = z.tuple([z.instanceof(Buffer)]).parse(await once(child.stdout, "data"))
  const { port, key, times } = startedSchema.parse(JSON.parse(line.toString("utf8")))

  const makeInvoice = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/create_payment`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ amount: 45_000, description: "Green tea" }),
    })
    const { payment } = madeSchema.parse(await response.json())
    return { id: payment._id, url: payment._url }
  }

  /** Resident memory now and at its highest so far. Megabytes of 1,000,000 bytes. */
  const memory = async () => {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8")
    const megabytes = (name: string) =>
      Math.ceil((Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1_000_000)
    return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") }
  }

  /** Processor time it has used, whatever else the machine did. Seconds. */
  const processorTime = async () => {
    const [, rest = ""] = (await readFile(`/proc/${child.pid}/stat`, "utf8")).split(") ")
    const [user = 0, system = 0] = rest.split(" ").slice(11, 13).map(Number)
    return (user + system) / TICKS_A_SECOND
  }

  const stop = async () => {
    const ended = once(child, "exit")
    child.kill()
    await ended
  }
  return { port, key, times, makeInvoice, memory, processorTime, stop }
}

export type SandboxProcess = Awaited<ReturnType<typeof startSandboxProcess>>
