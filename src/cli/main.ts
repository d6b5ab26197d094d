import "../sandbox/lean-memory"
import { readFileSync } from "node:fs"
import { Command } from "commander"
import { z } from "zod"
import { sandboxCommand } from "../sandbox/command"
import { doctorCommand } from "./doctor"

const NAME = "medusa-payment-checkout-uz"

function version(): string {
  const text = readFileSync(require.resolve(`${NAME}/package.json`), "utf8")
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

async function main(args: readonly string[]): Promise<void> {
  const program = new Command(NAME)
    .version(version(), "-v, --version", "print the version")
    .addCommand(sandboxCommand(), { isDefault: true })
    .addCommand(doctorCommand())
  const names = [...program.commands.map((command) => command.name()), "help"]
  const [first] = args
  // The default command would take it for an argument of its own.
  if (first !== undefined && !first.startsWith("-") && !names.includes(first)) {
    process.stderr.write(
      `There is no command "${first}": use ${names.join(", ")}, or --help for what they do.\n`
    )
    process.exitCode = 1
    return
  }
  await program.parseAsync([...args], { from: "user" })
}

void main(process.argv.slice(2))
