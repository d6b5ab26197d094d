import type { Logger } from "@medusajs/framework/types"
import { createCheckoutUzClient, type CheckoutUzClient } from "../../../client"
import type { Sql } from "../database"
import type { CashDeskHealth } from "./health"
import { withPauses } from "./pauses"
import { pauseDesk, secondsPaused } from "./repository"

export type ClientsDependencies = {
  sql: Sql
  serviceUrl: string
  requestMs: number
  health: CashDeskHealth
  logger: Logger
}

/** The clients that call the service, one for each API key of a cash desk. */
export class CashDeskClients {
  readonly #dependencies: ClientsDependencies
  readonly #clients = new Map<string, CheckoutUzClient>()

  constructor(dependencies: ClientsDependencies) {
    this.#dependencies = dependencies
  }

  /** A client that keeps the cash desk's pauses; only the key in force says how the desk is doing. */
  connect(apiKey: string, cashDesk: string, key: "in_force" | "retired"): CheckoutUzClient {
    // No cash desk's name has a blank, so that the three never run into each other.
    const name = `${key} ${cashDesk} ${apiKey}`
    const connected = this.#clients.get(name)
    if (connected) return connected
    const { sql, serviceUrl, health } = this.#dependencies
    const client = withPauses(this.connectOnce(apiKey), {
      secondsPaused: () => secondsPaused(sql, { serviceUrl, cashDesk }),
      pause: (seconds) => this.#pause(cashDesk, seconds),
      onAnswer: key === "in_force" ? (failure) => health.noteRequest(cashDesk, failure) : undefined,
    })
    this.#clients.set(name, client)
    return client
  }

  /** A client for a key that is no cash desk's yet. */
  connectOnce(apiKey: string): CheckoutUzClient {
    const { serviceUrl, requestMs, logger } = this.#dependencies
    return createCheckoutUzClient({ apiKey, baseUrl: serviceUrl, timeoutMs: requestMs, logger })
  }

  async #pause(cashDesk: string, seconds: number): Promise<void> {
    const { sql, serviceUrl, logger } = this.#dependencies
    if (await pauseDesk(sql, { serviceUrl, cashDesk, seconds })) {
      logger.warn(
        `The payment service wants no calls of cash desk "${cashDesk}" for ${seconds} s (HTTP 429): none is made until then.`
      )
    }
  }
}
