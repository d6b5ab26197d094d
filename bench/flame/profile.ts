import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { heading, line, step } from "../../scripts/demo/progress"
import { readJsonFile } from "../../scripts/lib/json-file"
import { type CheckoutShop, openCheckoutShop } from "../checkout-shop"
import { pidListeningOn } from "../cluster/proc"
import { newCustomer, OURS, type Provider, THEIRS } from "../customer"
import { type Frame, framesOf, profileSchema, timeByOwner } from "./frames"
import { flameSvg } from "./svg"

const WARM_UP = 30
const CHECKOUTS = 60
/** What goes on after an order (events, jobs) is the checkout's, too. */
const AFTERWARDS_MS = 2_000
const WRITING_LIMIT_MS = 60_000
const PICTURE = join(__dirname, "..", "profiles", "checkout.svg")
const PROBE = pathToFileURL(join(__dirname, "profile-probe.mjs")).href

/** Profiles a server while customers pay with our provider, one at a time, and keeps it as a flame graph. */
export async function benchProfile(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "checkout-uz-bench-"))
  const file = join(folder, "server.cpuprofile")
  const env = { NODE_OPTIONS: `--import ${PROBE}`, PROFILE_FILE: file }
  const shop = await openCheckoutShop(2 * WARM_UP + CHECKOUTS, env)
  try {
    heading("Profiling")
    await step("Warming up", async () => {
      await checkOut(shop, OURS, WARM_UP)
      await checkOut(shop, THEIRS, WARM_UP)
    })
    const root = await step(`${CHECKOUTS} checkouts`, () => profile(shop, file))
    const title = `A Medusa server in ${CHECKOUTS} checkouts with Checkout.uz: a session's start and cart.complete`
    await writeFile(PICTURE, flameSvg(root, title))
    report(root)
  } finally {
    await shop.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function profile(shop: CheckoutShop, file: string): Promise<Frame> {
  const pid = await pidListeningOn(Number(new URL(shop.url).port))
  process.kill(pid, "SIGUSR2")
  await sleep(AFTERWARDS_MS)
  await checkOut(shop, OURS, CHECKOUTS)
  await sleep(AFTERWARDS_MS)
  process.kill(pid, "SIGUSR2")
  const deadline = Date.now() + WRITING_LIMIT_MS
  while (Date.now() < deadline) {
    const written = await readJsonFile(file, profileSchema)
    if (written !== undefined) return framesOf(written)
    await sleep(500)
  }
  throw new Error("The server wrote no profile.")
}

async function checkOut(shop: CheckoutShop, provider: Provider, count: number): Promise<void> {
  const who = newCustomer(shop)
  for (const cart of shop.carts.splice(0, count)) {
    const invoice = await who.start(cart, provider)
    if (invoice !== undefined) await who.pay(invoice)
    await who.complete(cart)
  }
}

function report(root: Frame): void {
  line()
  for (const [owner, time] of [...timeByOwner(root)].sort(([, one], [, other]) => other - one)) {
    line(`${((100 * time) / root.total).toFixed(1).padStart(5)}% ${owner}`)
  }
  line(PICTURE)
}
