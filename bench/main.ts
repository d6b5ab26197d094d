import { parseArgs } from "node:util"
import { benchCheckout, benchCheckoutShortly } from "./checkout"
import { benchClient } from "./client"
import { benchCluster } from "./cluster/rate"
import { benchSoak } from "./cluster/soak"
import { benchProfile } from "./flame/profile"
import { benchGrowth } from "./growth"
import { benchLists } from "./lists"
import { benchPartitions } from "./partitions"
import { benchSandbox } from "./sandbox"
import { benchScreens } from "./screens"
import { benchSweep } from "./sweep"
import { benchWebhooks } from "./webhooks"

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: "boolean", default: false },
    minutes: { type: "string", default: "60" },
  },
})

/**
 * Prints what was measured on this machine: all of it but the soak and the profile, or the parts that are
 * named; with `--short` the checkout alone, which fails where it is far slower than its goal.
 */
async function main(): Promise<void> {
  const parts = {
    client: benchClient,
    sweep: benchSweep,
    lists: benchLists,
    partitions: benchPartitions,
    checkout: benchCheckout,
    webhooks: benchWebhooks,
    cluster: benchCluster,
    growth: benchGrowth,
    sandbox: benchSandbox,
    screens: benchScreens,
  }
  if (options.short) return benchCheckoutShortly()
  for (const [name, bench] of Object.entries(parts)) {
    if (named.length === 0 || named.includes(name)) await bench()
  }
  // Nothing is measured by it: a profile slows down what it looks at.
  if (named.includes("profile")) await benchProfile()
  // An hour of it, so only where it is asked for.
  if (named.includes("soak")) await benchSoak(Number(options.minutes))
}

/** Compare within one run only. */
main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
