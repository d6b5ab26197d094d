import { benchCheckout, benchCheckoutShortly } from "./checkout"
import { benchGrowth } from "./growth"
import { benchLists } from "./lists"
import { benchSandbox } from "./sandbox"
import { benchScreens } from "./screens"
import { benchSweep } from "./sweep"

/**
 * Prints what was measured on this machine: all of it, or the parts that are named; with `--short` the
 * checkout alone, which fails where it is far slower than its goal.
 */
async function main(): Promise<void> {
  const parts = {
    sweep: benchSweep,
    lists: benchLists,
    checkout: benchCheckout,
    growth: benchGrowth,
    sandbox: benchSandbox,
    screens: benchScreens,
  }
  const named = process.argv.slice(2)
  if (named.includes("--short")) return benchCheckoutShortly()
  for (const [name, bench] of Object.entries(parts)) {
    if (named.length === 0 || named.includes(name)) await bench()
  }
}

/** Compare within one run only. */
main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
