import "./lean-memory"
import { Command } from "commander"
import { sandboxCommand } from "./command"

void new Command("medusa-payment-checkout-uz")
  .addCommand(sandboxCommand(), { isDefault: true })
  .parseAsync()
