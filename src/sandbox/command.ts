import { Command, InvalidArgumentError } from "commander"
import { createSandbox, defaultKey } from "."

const portNumber = (text: string): number => {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError("A port is a number from 0 to 65535.")
  }
  return port
}

const webAddress = (text: string): string => {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError("It must begin with http:// or https://.")
  }
  return text
}

type Flags = { port: number; host: string; key: string; publicUrl?: string }

const say = (line: string) => process.stdout.write(`${line}\n`)

const reasonOf = (error: unknown, { port, host }: Flags): string => {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  if (code === "EADDRINUSE") return `Port ${port} is in use: stop what runs there or pass --port.`
  if (code === "EACCES") return `Port ${port} needs more rights: pass a --port above 1023.`
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `${host} is no address of this machine: pass another --host.`
  }
  return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`
}

const run = async (flags: Flags): Promise<void> => {
  const { port, host, key, publicUrl } = flags
  const sandbox = createSandbox({ key, ...(publicUrl === undefined ? {} : { publicUrl }) })
  try {
    const { url } = await sandbox.listen(port, host)
    say("The payment service's sandbox is running. No money moves here.")
    say("")
    say(`  Start page   ${url}/`)
    say(`  Service      ${url}/api/v1`)
    say(`  API key      ${key}`)
    say(`  Test card    8600 0000 0000 0001, any future expiry, SMS code 123456`)
    say("")
    say("Everything is kept in memory. Ctrl+C stops it.")
  } catch (error) {
    process.stderr.write(`${reasonOf(error, flags)}\n`)
    process.exitCode = 1
    return
  }
  const stop = () => void sandbox.close().then(() => process.exit(0))
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
}

/** `sandbox`: runs a sandbox of the payment service until it is stopped. */
export function sandboxCommand(): Command {
  return new Command("sandbox")
    .description("Run a sandbox of the payment service on this machine.")
    .option("--port <number>", "port to listen on; 0 takes a free one", portNumber, 4242)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--key <key>", "API key of the first cash desk", defaultKey)
    .option(
      "--public-url <url>",
      "address customers reach it at, if not the one called",
      webAddress
    )
    .action(run)
}
