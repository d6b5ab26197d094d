import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Command, InvalidArgumentError } from "commander"
import { checkNode } from "../../scripts/demo/checks"
import { newLifecycle } from "../../scripts/demo/lifecycle"
import { heading, line } from "../../scripts/demo/progress"
import { type Cluster, startCluster } from "./cluster"
import { databaseOf } from "./database"
import { CHAOS, planCustomers, SILENCE } from "./plan"
import { seededRandom } from "./random"
import { checkRedis } from "./redis"
import { isGood, printFindings, printLogs, printTable } from "./report"
import { membersInTurn, run, type RunResult } from "./run"
import { runOfSteps } from "./steps"

type Options = { full: boolean; carts?: number; kills?: number; deaths?: number; seed?: number }

/** Of the service's answers, the share of each kind that is spoilt. */
const FAULT_SHARE = 0.05
const FAULTS = ["http_500", "hang", "html"] as const
const OPERATIONS = ["create_payment", "status_payment", "get_history"] as const

/** In the short form the reconciler alone has fewer carts to find: each is the same to it. */
const SILENT_CARTS = 25

const lifecycle = newLifecycle()
/** After a signal, what fails because of it is not worth a word. */
let interrupted = false

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (interrupted) return
    interrupted = true
    void lifecycle.close().then(() => process.exit(130))
  })
}

async function test(options: Options): Promise<boolean> {
  checkNode()
  await checkRedis()
  const carts = options.carts ?? (options.full ? 300 : 100)
  const kills = options.kills ?? (options.full ? 5 : 2)
  const seed = options.seed ?? Math.floor(Math.random() * 1_000_000)
  const folder = await mkdtemp(join(tmpdir(), "checkout-uz-cluster-"))
  heading(`Two servers, one worker, ${carts} carts, ${kills * 2} kills; --seed ${seed}`)
  line(`logs: ${folder}`)

  const cluster = await startCluster(lifecycle, folder)
  for (const operation of OPERATIONS) {
    for (const kind of FAULTS) await cluster.sandbox.faultShare(operation, kind, FAULT_SHARE)
  }
  const random = seededRandom(seed)
  const silent = options.carts ?? (options.full ? carts : SILENT_CARTS)
  const good =
    (await carryOut(cluster, "Chaos", () =>
      run(cluster, random, {
        plans: planCustomers(random, carts, CHAOS),
        victims: membersInTurn(cluster, random, kills).flatMap((member) => [
          member,
          databaseOf(cluster),
        ]),
      })
    )) &&
    (await carryOut(cluster, "All webhooks lost, nobody on the return page", () =>
      run(cluster, random, { plans: planCustomers(random, silent, SILENCE), victims: [] })
    )) &&
    (await carryOut(cluster, "Killed at one step after the other", () =>
      runOfSteps(cluster, random, { deaths: options.deaths ?? (options.full ? 12 : 1) })
    ))
  await lifecycle.close()
  if (good) await rm(folder, { recursive: true, force: true })
  return good
}

async function carryOut(
  cluster: Cluster,
  title: string,
  work: () => Promise<RunResult>
): Promise<boolean> {
  const result = await work().catch(async (error: unknown) => {
    if (!interrupted) await printLogs(cluster, [])
    throw error
  })
  printTable(title, result)
  if (isGood(result)) return true
  await printFindings(cluster, result)
  return false
}

function count(text: string): number {
  const number = Number(text)
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError("A whole number is wanted.")
  return number
}

const program = new Command("npm run test:cluster --")
  .description("Kills servers and loses webhooks, and looks whether any money is lost or doubled.")
  .option(
    "--full",
    "300 carts in each run, ten kills and 60 at single steps, instead of 100 and 25 carts, four and five kills",
    false
  )
  .option("--carts <number>", "carts to pay in each of the two runs", count)
  .option(
    "--kills <number>",
    "servers and workers to kill in the first run, and as often PostgreSQL",
    count
  )
  .option("--deaths <number>", "kills in each work of the last run", count)
  .option("--seed <number>", "repeats the random choices of an earlier run", count)

test(program.parse().opts<Options>()).then(
  (good) => {
    line()
    line(good ? "Nothing was lost, and nothing was counted twice." : "The cluster failed the test.")
    process.exitCode = good ? 0 : 1
  },
  async (error: unknown) => {
    if (interrupted) return
    await lifecycle.close()
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
)
