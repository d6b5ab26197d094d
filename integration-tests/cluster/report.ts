import { readFile } from "node:fs/promises"
import { heading, line } from "../../scripts/demo/progress"
import type { Cluster } from "./cluster"
import type { RunResult } from "./run"
import type { Finding } from "./findings"
import type { Verdict } from "./verdict"

/** Whether every promise was kept. */
export function isGood({ converged, verdict, deeds }: RunResult): boolean {
  const isWhole = verdict.paid === deeds.paid.length && deeds.stuck.length === 0
  return converged && isWhole && findingsOf(verdict).length === 0
}

function findingsOf({ lost, doubled, beyond, unpaidCaptures }: Verdict): Finding[] {
  return [lost, doubled, beyond, unpaidCaptures].flat()
}

/** Prints what a run came to. */
export function printTable(title: string, result: RunResult): void {
  const { deeds, kills, verdict, faults } = result
  const held = Object.entries(verdict.held).map(([reason, count]) => `${reason} ${count}`)
  const seconds = [...result.secondsToSettle.values()].sort((a, b) => a - b)
  const partsPaid = deeds.paid.filter(({ isPart }) => isPart).length
  const rows: [string, string | number][] = [
    ["carts", deeds.carts],
    ["paid invoices", verdict.paid],
    ["carts paid in parts, parts paid", `${deeds.inParts}, ${partsPaid}`],
    ["of these carts left unfinished", deeds.unfinished],
    ["waited in vain for a part (must be 0)", deeds.stuck.length],
    ["settled", verdict.settled],
    ["in front of the merchant, by reason", held.join(", ") || "0"],
    ["given back", verdict.returned],
    ["lost (must be 0)", verdict.lost.length],
    ["doubled (must be 0)", verdict.doubled.length],
    ["captured beyond what is asked (must be 0)", verdict.beyond.length],
    ["captured without payment (must be 0)", verdict.unpaidCaptures.length],
    ["processes killed", kills.length],
    ["webhooks dropped, doubled, forged", `${deeds.dropped}, ${deeds.doubled}, ${deeds.forged}`],
    ["answers spoilt", [...faults].map(([kind, hits]) => `${kind} ${hits}`).join(", ") || "0"],
    ["orders without money, left by a kill", verdict.abandonedOrders],
    ["paying to settled, median", inSeconds(seconds[Math.floor(seconds.length / 2)])],
    ["paying to settled, slowest", inSeconds(seconds.at(-1))],
    ["the whole run", inSeconds(result.took)],
  ]
  heading(title)
  for (const [label, value] of rows) line(`${label.padEnd(42)} ${value}`)
  for (const kill of kills) line(describeKill(result, kill))
}

function describeKill({ secondsToSettle }: RunResult, kill: RunResult["kills"][number]): string {
  const when = `${kill.victim} killed at ${inSeconds(kill.atMs / 1000)}`
  if (kill.settling.length === 0) return when
  const times = kill.settling.map((number) => {
    const seconds = secondsToSettle.get(number)
    return seconds === undefined ? "not settled" : inSeconds(seconds)
  })
  return `${when} during ${kill.during}; that was settled after ${times.join(", ")}`
}

function inSeconds(value: number | undefined): string {
  return value === undefined ? "never" : `${value.toFixed(1)} s`
}

/** Prints what the logs say about what is wrong, and then that: the end of a long output is what is read. */
export async function printFindings(
  cluster: Cluster,
  { verdict, deeds, converged }: RunResult
): Promise<void> {
  const findings = findingsOf(verdict)
  await printLogs(
    cluster,
    findings.flatMap(({ numbers }) => numbers)
  )
  heading("What is wrong")
  for (const finding of findings) line(inWords(finding))
  if (deeds.stuck.length > 0) line(`Waited in vain for a part: cart ${deeds.stuck.join(", ")}.`)
  if (verdict.paid !== deeds.paid.length) {
    line(`The service has ${verdict.paid} of ${deeds.paid.length} paid invoices.`)
  }
  if (!converged) line("Not every payment was at rest when the time was over.")
}

/** Prints the end of every log, and before it what it says about some invoices. */
export async function printLogs(cluster: Cluster, concerned: readonly number[]): Promise<void> {
  for (const { name, logs } of [...cluster.servers, cluster.worker]) {
    for (const file of logs()) {
      heading(`${name}, ${file}`)
      const entries = (await readFile(file, "utf8")).split("\n")
      const about = entries.filter((entry) => concerned.some((n) => entry.includes(String(n))))
      for (const entry of about.slice(-40)) line(entry.slice(0, 400))
      for (const entry of entries.slice(-15)) line(entry.slice(0, 400))
    }
  }
}

function inWords({ numbers, sentence }: Finding): string {
  return `Invoice ${numbers.join(", ")}: ${sentence}.`
}
