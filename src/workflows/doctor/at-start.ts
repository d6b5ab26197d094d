import { container } from "@medusajs/framework"
import { atStart } from "../../modules/checkout-uz"
import { logFindings } from "."

/**
 * Has the log say, once Medusa has started, what is wrong with the configuration. Called by what only a
 * server or a worker loads, so that `medusa exec` and migrations stay quiet.
 */
export function checkAtStart(): void {
  atStart(() => logFindings(container))
}
