import { execFile } from "node:child_process"
import { loadavg } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { keepResults, type Row } from "./results"
import { askAtOnce, timed, type Answer } from "./sandbox/caller"
import { startSandboxProcess, type SandboxProcess } from "./sandbox/process"

const ROOT = join(__dirname, "..")
const INVOICES = 100_000
const CONNECTIONS = 16
const STARTS = 7
/** Asked in a row, and how often: other work on the machine makes single runs slower, never faster. */
const CALLS = 10_000
const RUNS = 8

const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** The sandbox of the sources, compiled as `npm run sandbox` does. */
async function compile(): Promise<void> {
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc")
  await promisify(execFile)(process.execPath, [tsc, "-p", join(ROOT, "tsconfig.sandbox.json")])
}

type Start = SandboxProcess["times"] & { page: number; start: number }

/** Fresh processes, one after the other: what a test pays before its first call, and a customer's first page. */
async function measureStarts(): Promise<Row[]> {
  const starts: Start[] = []
  for (let run = 0; run < STARTS; run += 1) {
    const sandbox = await startSandboxProcess(ROOT)
    const invoice = await sandbox.makeInvoice()
    const page = await timed(sandbox.port, "GET", new URL(invoice.url).pathname)
    const start = await timed(sandbox.port, "GET", "/")
    starts.push({ ...sandbox.times, page: page.took, start: start.took })
    await sandbox.stop()
  }
  const figure = (what: string, key: keyof Start, goal: string): Row => {
    const values = starts.map((start) => start[key])
    return {
      what,
      best: milliseconds(Math.min(...values)),
      median: milliseconds(median(values)),
      goal,
    }
  }
  return [
    figure("`startSandbox()`, until it answers", "listen", "under 100 ms"),
    figure("importing it, once in a process", "import", ""),
    figure("a process's first payment page", "page", "under 50 ms"),
    figure("its start page, after that", "start", "under 50 ms"),
  ]
}

/** Calls a second as they were answered, and as the sandbox's processor time alone would allow. */
async function measureCalls(sandbox: SandboxProcess, ids: readonly number[]) {
  const bodies = ids.map((id) => JSON.stringify({ id }))
  const ask = (at: number) => bodies[at % bodies.length] ?? ""
  const rates: number[] = []
  const possible: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    const before = await sandbox.processorTime()
    const { seconds } = await askAtOnce(
      { ...sandbox, operation: "status_payment" },
      { calls: CALLS, connections: CONNECTIONS, body: ask }
    )
    // The first run warms up.
    if (run === 0) continue
    rates.push(CALLS / seconds)
    possible.push(CALLS / ((await sandbox.processorTime()) - before))
  }
  return { rates, possible }
}

async function fill(sandbox: SandboxProcess): Promise<number[]> {
  const ids: number[] = []
  const body = (at: number) =>
    JSON.stringify({
      amount: 1_000 + (at % 9_000),
      description: `Order ${at}`,
      webhook_url: "http://localhost:9000/hooks/checkout-uz/main/0123456789abcdef",
      return_url: "http://localhost:8000/uz/checkout/return?session=payses_0123456789",
    })
  const note = ({ text }: Answer) => ids.push(Number(/"_id":(\d+)/.exec(text)?.[1]))
  await askAtOnce(
    { ...sandbox, operation: "create_payment" },
    { calls: INVOICES, connections: CONNECTIONS, body, note }
  )
  return ids
}

/** How fast the sandbox starts, shows a page and answers, and how much memory many invoices take. */
export async function benchSandbox(): Promise<void> {
  await compile()
  const starts = await measureStarts()
  const sandbox = await startSandboxProcess(ROOT)
  const ids = await fill(sandbox)
  const full = await sandbox.memory()
  const { rates, possible } = await measureCalls(sandbox, ids)
  const pages: number[] = []
  for (let visit = 0; visit < 50; visit += 1) {
    const { url } = await sandbox.makeInvoice()
    pages.push((await timed(sandbox.port, "GET", new URL(url).pathname)).took)
  }
  await sandbox.stop()
  const rows: Row[] = [
    ...starts,
    {
      what: `a payment page, beside ${INVOICES.toLocaleString("en")} invoices`,
      best: milliseconds(Math.min(...pages)),
      median: milliseconds(median(pages)),
      goal: "under 50 ms",
    },
    {
      what: `\`/status_payment\` a second, ${CONNECTIONS} connections, as many invoices`,
      best: Math.round(Math.max(...rates)).toLocaleString("en"),
      median: Math.round(median(rates)).toLocaleString("en"),
      goal: "at least 2,000",
    },
    {
      what: "the same by the sandbox's own processor time",
      best: Math.round(Math.max(...possible)).toLocaleString("en"),
      median: Math.round(median(possible)).toLocaleString("en"),
      goal: "",
    },
    {
      what: `memory with ${INVOICES.toLocaleString("en")} invoices, as they are made`,
      best: `${full.now} MB, at most ${full.peak} MB`,
      median: "",
      goal: "under 250 MB",
    },
  ]
  for (const row of rows) process.stdout.write(`${Object.values(row).join(" | ")}\n`)
  await keepResults(
    "Sandbox",
    `The sandbox in a process of its own, called over HTTP from another one. ${STARTS} starts, ${RUNS} runs of ` +
      `${CALLS.toLocaleString("en")} calls. Other work on the machine can only make a run slower, so the best ` +
      `stands beside the median; the machine's load was ${loadavg()[1]?.toFixed(1) ?? "unknown"} when it ended.`,
    rows
  )
}
