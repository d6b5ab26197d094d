import { Command, InvalidArgumentError } from "commander"
import { failure } from "./medusa"
import { newLifecycle } from "./lifecycle"
import { heading, line } from "./progress"
import { offerCarts, payForOneCart } from "./purchase"
import { type DemoOptions, publishState, type RunningDemo, startDemo } from "./run"

const lifecycle = newLifecycle()

/** After a signal, what fails because of it is not worth a word. */
let interrupted = false
/** Ctrl-C is how the demo ends that stays up: no failure then. */
let exitCodeOfSignal = 130

function interrupt(): void {
  if (interrupted) return
  interrupted = true
  process.stdout.write("\nStopping …\n")
  void lifecycle.close().then(() => process.exit(exitCodeOfSignal))
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt)

/** `npm run demo` that was killed can pass no signal on; the demo then has another parent. */
function watchNpm(): void {
  if (process.env.npm_lifecycle_event !== "demo") return
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) interrupt()
  }, 1_000).unref()
}

async function demo(options: DemoOptions): Promise<void> {
  heading("Choynak: a tea shop on Medusa that is paid through Checkout.uz (here: its sandbox)")
  const running = await startDemo(lifecycle, options)
  await payForOneCart(running.state)
  await publishState(running.state)
  if (!options.once) await stayUp(running)
  await lifecycle.close()
  line()
}

async function stayUp({ state, server }: RunningDemo): Promise<void> {
  heading("Everything is up")
  line(`Shop       ${state.storefront_url}`)
  line("           card 8600 0000 0000 0001, any future expiry, SMS code 123456")
  line(`Admin      ${state.medusa_url}/app`)
  line(`           ${state.admin_email}, password ${state.admin_password}`)
  line(`Store API  ${state.medusa_url}/store`)
  line(`Sandbox    ${state.sandbox_url}`)
  line("For scripts: .demo/state.json. Ctrl-C stops everything; the store is kept for next time.")
  offerCarts(lifecycle, state)
  exitCodeOfSignal = 0
  await server.exited
  throw await failure("The Medusa server ended", "medusa")
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new InvalidArgumentError("A port is a number from 1 to 65535.")
  }
  return port
}

const program = new Command("npm run demo --")
  .description("Starts a tea shop on Medusa and pays for one cart through the sandbox.")
  .option(
    "--once",
    "stop after the payment; exit 0 only if the order stands and is captured",
    false
  )
  .option("--reset", "start with an empty store", false)
  .option("--port <number>", "of the Medusa server", portNumber, 9000)
  .option("--sandbox-port <number>", "of the payment service's sandbox", portNumber, 4242)
  .option("--storefront-port <number>", "of the shop's pages", portNumber, 8000)

watchNpm()
demo(program.parse().opts<DemoOptions>()).catch(async (error: unknown) => {
  if (interrupted) return
  await lifecycle.close()
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
