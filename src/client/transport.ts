import { Agent as HttpAgent } from "node:http"
import { Agent as HttpsAgent } from "node:https"
import axios, { type AxiosError, type AxiosResponse } from "axios"
import axiosRetry from "axios-retry"
import type { RawAnswer } from "./answer"
import { MalformedAnswerError, UnavailableError, type CheckoutUzError } from "./errors"
import { isRead, type OperationName } from "./operation-names"
import { readRetryAfter } from "./retry-after"
import { isTooLarge, retriesFor, type Deadline } from "./retry"
import type { ClientLogger } from "./types"

/** One call as it goes out. No `body` means no body at all and no Content-Type. */
export type WireCall = { operation: OperationName; url: string; apiKey: string; body?: string }

/** How patient a call is; times in milliseconds. */
export type Patience = {
  timeoutMs: number
  maxRetries: number
  retryDelayMs: number
  logger: ClientLogger
}

const LARGEST_ANSWER_BYTES = 1024 * 1024

// Connections are shared by all clients of the process. An idle one is dropped after four seconds,
// before common servers drop it (Node: five): a write that meets a connection being closed ends with
// an unknown outcome, and is not repeated.
const keepAlive = { keepAlive: true, timeout: 4_000 }

const http = axios.create({
  method: "POST",
  httpAgent: new HttpAgent(keepAlive),
  httpsAgent: new HttpsAgent(keepAlive),
  // HTTP_PROXY and its kin are not obeyed: a forgotten variable would hand the API key to a third
  // party, and send calls to a sandbox on this machine somewhere else.
  proxy: false,
  maxRedirects: 0,
  maxContentLength: LARGEST_ANSWER_BYTES,
  responseType: "text",
  transformRequest: [(data: unknown) => data],
  transformResponse: [(data: unknown) => data],
})
axiosRetry(http, { retries: 0 })

function startDeadline(timeoutMs: number): Deadline & { end(): void } {
  const controller = new AbortController()
  const endsAt = performance.now() + timeoutMs
  const timer = setTimeout(() => {
    controller.abort()
  }, timeoutMs)
  return {
    signal: controller.signal,
    remainingMs: () => endsAt - performance.now(),
    end: () => {
      clearTimeout(timer)
    },
  }
}

function headersOf({ apiKey, body }: WireCall) {
  return {
    Accept: "application/json",
    Authorization: `Bearer ${apiKey}`,
    "User-Agent": "medusa-payment-checkout-uz",
    // `false` keeps axios from inventing a type for a request without a body.
    "Content-Type": body === undefined ? false : "application/json",
  }
}

/** Connecting already failed, so nothing was sent. */
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ERR_INVALID_CHAR",
  "ERR_INVALID_URL",
])

function failureWithoutAnswer(
  operation: OperationName,
  error: AxiosError | undefined,
  timeoutMs: number
): CheckoutUzError {
  if (error !== undefined && axios.isCancel(error)) {
    return new UnavailableError({ operation, message: `no answer within ${timeoutMs} ms` })
  }
  if (error !== undefined && isTooLarge(error)) {
    return new MalformedAnswerError({ operation, message: "the answer is larger than 1 MB" })
  }
  // The library's message is left out, and only its code is named, since the error it comes with
  // carries the whole request.
  const code = /^[A-Z0-9_]{3,40}$/.exec(error?.code ?? "")?.[0]
  return new UnavailableError({
    operation,
    message: `the connection to the service failed${code === undefined ? "" : ` (${code})`}`,
    mayHaveArrived: code === undefined || !NEVER_SENT.has(code),
  })
}

function rawAnswer({ status, headers }: AxiosResponse<unknown>, text: string): RawAnswer {
  const retryAfterSeconds = readRetryAfter(headers["retry-after"], headers["date"])
  return { httpStatus: status, text, retryAfterSeconds }
}

/**
 * Sends one call and returns whatever came back, whatever its HTTP status (docs/service.md, 1.2 to
 * 1.4). Reading operations are repeated within the deadline, the others never.
 * @throws UnavailableError without an answer; MalformedAnswerError when it is larger than 1 MB.
 */
export async function send(call: WireCall, patience: Patience): Promise<RawAnswer> {
  const { operation, url, body } = call
  const deadline = startDeadline(patience.timeoutMs)
  try {
    const response = await http.request<string>({
      url,
      data: body,
      headers: headersOf(call),
      signal: deadline.signal,
      // Money invariant: an operation without an idempotency key is sent once (docs/service.md, 1.10).
      // A second /create_payment would be a second invoice, and both could be paid.
      "axios-retry": isRead(operation) ? retriesFor(operation, deadline, patience) : { retries: 0 },
    })
    return rawAnswer(response, response.data)
  } catch (thrown) {
    const error = axios.isAxiosError<unknown>(thrown) ? thrown : undefined
    const response = error?.response
    if (typeof response?.data === "string") return rawAnswer(response, response.data)
    throw failureWithoutAnswer(operation, error, patience.timeoutMs)
  } finally {
    deadline.end()
  }
}
