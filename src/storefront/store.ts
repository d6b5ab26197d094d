/** A request to the store API, as `@medusajs/js-sdk` takes it. */
export interface StoreRequest {
  /** `GET` where it is left out. */
  method?: string
  /** What stands behind the `?`. */
  query?: Record<string, string>
  /** Sent as JSON. */
  body?: Record<string, unknown>
  /** Beside those of the client's own. */
  headers?: Record<string, string>
  /** Ends the request. */
  signal?: AbortSignal
}

/** What reaches the store API: `sdk.client` of `@medusajs/js-sdk`, or what `connect` makes. */
export interface Store {
  /**
   * One request.
   *
   * @param path with its slash, such as `/store/carts/…`
   * @returns the answer's JSON
   * @throws what the client throws where the status is not 2xx: `@medusajs/js-sdk` a `FetchError` with a
   *   `status`, `connect`'s a {@link PaymentError}
   */
  fetch(path: string, request?: StoreRequest): Promise<unknown>
}

/** Where the Medusa server is, and what every request to it carries. */
export interface Connection {
  /** Of the Medusa server, such as `https://api.example.uz`. */
  baseUrl: string
  /** The publishable API key of a sales channel, `pk_…`. */
  publishableKey: string
  /** Sent with each request, such as `accept-language`, or `authorization` for who is logged in. */
  headers?: () => Record<string, string>
}

/**
 * Why something could not be done. `code` is for the program (docs/storefront.md lists them all), and
 * `message` for the customer, in the language of the request's `Accept-Language`: empty where the server
 * has no words for them.
 *
 * Beside the server's own codes: `network_error` (nobody answered), `timeout`, and `unreadable_answer`.
 */
export class PaymentError extends Error {
  /** Always `PaymentError`. */
  override readonly name = "PaymentError"

  constructor(
    /** What to decide by, such as `already_paid`. */
    readonly code: string,
    message: string,
    /** Of the answer; 0 where there was none, or none that can be read. */
    readonly status: number,
    /** What the server asked to wait, in seconds. */
    readonly retryAfter?: number,
    /** The answer's body: some codes bring more than a message, such as `service_message`. */
    readonly details: Readonly<Record<string, unknown>> = {}
  ) {
    super(message)
  }

  /** Of `code_refused`: how many more codes can be tried before a new one has to be sent. */
  get triesLeft(): number | undefined {
    const { tries_left } = this.details
    return typeof tries_left === "number" ? tries_left : undefined
  }
}

/**
 * A store without `@medusajs/js-sdk`. Its requests have no limit of time of their own: each function of this
 * helper gives up after 30 seconds.
 */
export function connect({ baseUrl, publishableKey, headers }: Connection): Store {
  return {
    async fetch(path, { query, body, ...request } = {}) {
      const search = query ? `?${new URLSearchParams(query).toString()}` : ""
      const response = await fetch(baseUrl.replace(/\/$/, "") + path + search, {
        ...request,
        headers: {
          accept: "application/json",
          "x-publishable-api-key": publishableKey,
          ...(body && { "content-type": "application/json" }),
          ...headers?.(),
          ...request.headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const answer: unknown = await response.json().catch(() => undefined)
      if (response.ok) return answer
      const details = isRecord(answer) ? answer : {}
      throw new PaymentError(
        typeof details["code"] === "string" ? details["code"] : codeOf(response.status),
        // What is written for customers says in which language; Medusa's own sentences are for developers.
        response.headers.has("content-language") && typeof details["message"] === "string"
          ? details["message"]
          : "",
        response.status,
        // A number of seconds; the date it may also be is no use to a clock that may be wrong.
        Number(response.headers.get("retry-after")) || undefined,
        details
      )
    },
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}

/** Longer than the server itself waits for the payment service, in milliseconds. */
const PATIENCE_MS = 30_000

/**
 * Asks the store API, and gives up after half a minute.
 *
 * @param refused the code of a refusal whose body is not known: the sdk keeps its message alone
 * @throws PaymentError, or the signal's reason where that ended it
 */
export async function ask<T>(
  store: Store,
  path: string,
  isRight: (answer: unknown) => answer is T,
  { signal, ...request }: StoreRequest & { refused?: string } = {}
): Promise<T> {
  signal?.throwIfAborted()
  const limit = new AbortController()
  const timer = setTimeout(() => {
    limit.abort()
  }, PATIENCE_MS)
  const stop = () => {
    limit.abort()
  }
  signal?.addEventListener("abort", stop)
  const { refused, ...rest } = request
  try {
    const answer = await store.fetch(path, { ...rest, signal: limit.signal })
    if (isRight(answer)) return answer
  } catch (error) {
    signal?.throwIfAborted()
    throw limit.signal.aborted ? new PaymentError("timeout", "", 0) : toPaymentError(error, refused)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", stop)
  }
  throw new PaymentError("unreadable_answer", "", 0)
}

function toPaymentError(error: unknown, refused?: string): PaymentError {
  if (error instanceof PaymentError) return error
  const message = error instanceof Error ? error.message : ""
  const status = isRecord(error) && typeof error["status"] === "number" ? error["status"] : 0
  if (status === 0) return new PaymentError("network_error", "", 0, undefined, { reason: error })
  return new PaymentError(status === 400 && refused ? refused : codeOf(status), message, status)
}

/** What an HTTP status says where no body does. */
function codeOf(status: number): string {
  if (status === 404) return "not_found"
  if (status === 409) return "not_payable"
  if (status === 429) return "too_many_requests"
  return status >= 500 || status === 408 ? "unavailable" : "invalid_data"
}

/** Whether the same request may well succeed a little later. */
export function isPassing({ status }: PaymentError): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500
}
