import { readAnswer, type Answer } from "./answer"
import { UnauthorizedError, UnavailableError } from "./errors"
import type { JsonValue } from "./exact-json"
import type { OperationName } from "./operation-names"
import { secretHider } from "./secrets"
import { send, type Patience } from "./transport"
import type { CheckoutUzClientConfig, ClientLogger } from "./types"

/** The address of the real service (docs/service.md, 1.1). */
const DEFAULT_BASE_URL = "https://checkout.uz/api/v1"

/** One cash desk of the service, as the operations see it. */
export type Service = {
  /**
   * Calls an operation. `body` undefined: the operation has no parameters and gets no body.
   * `secrets` are values in the body that no error may repeat.
   * @throws CheckoutUzError
   */
  ask(
    operation: OperationName,
    body?: Record<string, JsonValue>,
    secrets?: readonly string[]
  ): Promise<Answer>
  logger: ClientLogger
}

/** What operations' names are appended to, whether or not the address ends with a slash. */
function readBaseUrl(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined
  const url = new URL(baseUrl)
  const isHttp = url.protocol === "https:" || url.protocol === "http:"
  // Credentials in an address would replace our Authorization header; a query would swallow the path.
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === ""
  if (!isHttp || !isPlain) return undefined
  return `${url.origin}${url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`}`
}

function within(value: number | undefined, low: number, high: number, otherwise: number): number {
  if (value === undefined || !Number.isFinite(value) || value < low) return otherwise
  return Math.min(value, high)
}

function patienceOf(config: CheckoutUzClientConfig, logger: ClientLogger): Patience {
  return {
    timeoutMs: within(config.timeoutMs, 1, 10 * 60_000, 10_000),
    maxRetries: Math.floor(within(config.maxRetries, 0, 10, 2)),
    retryDelayMs: within(config.retryDelayMs, 0, 60_000, 200),
    logger,
  }
}

/** A log that fails must not cost an invoice that was just made. */
function harmless(logger: ClientLogger | undefined): ClientLogger {
  const tryTo = (write: (() => void) | undefined) => {
    try {
      write?.()
    } catch {
      // nothing is left to report it to
    }
  }
  return {
    warn: (message) => {
      tryTo(() => logger?.warn(message))
    },
    debug: (message) => {
      tryTo(() => logger?.debug(message))
    },
  }
}

/**
 * Binds a configuration. A wrong base address or key does not throw here: every call then says so,
 * so that a slip in the configuration never stops a server from starting.
 */
export function connect(config: CheckoutUzClientConfig): Service {
  const logger = harmless(config.logger)
  const patience = patienceOf(config, logger)
  const apiKey = config.apiKey.trim()
  const isKey = /^[\x21-\x7e]+$/.test(apiKey)
  const base = readBaseUrl(config.baseUrl ?? DEFAULT_BASE_URL)
  return {
    logger,
    async ask(operation, body, secrets = []) {
      if (!isKey) {
        const message = "there is no API key, or it has characters no key can have"
        throw new UnauthorizedError({ operation, message })
      }
      if (base === undefined) {
        const message = "the base address is not a plain http(s) address"
        throw new UnavailableError({ operation, message, retryable: false, mayHaveArrived: false })
      }
      const text = body === undefined ? {} : { body: JSON.stringify(body) }
      const raw = await send({ operation, url: `${base}${operation}`, apiKey, ...text }, patience)
      // Made only where the service says something: its pattern takes longer than reading most answers.
      return readAnswer(operation, raw, (words) => secretHider([apiKey, ...secrets])(words))
    },
  }
}
