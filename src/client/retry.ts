import axios, { type AxiosError } from "axios"
import axiosRetry, { exponentialDelay, type IAxiosRetryConfigExtended } from "axios-retry"
import type { OperationName } from "./operation-names"
import type { ClientLogger } from "./types"

/** A call's one deadline, which attempts and the waits between them share. */
export type Deadline = { signal: AbortSignal; remainingMs(): number }

/** Whether the answer was cut because it is longer than allowed. */
export function isTooLarge(error: AxiosError): boolean {
  return error.code === axios.AxiosError.ERR_BAD_RESPONSE && error.response === undefined
}

/** The HTTP status of an answer that came whole; undefined when there is none. */
function completeStatus(error: AxiosError): number | undefined {
  return typeof error.response?.data === "string" ? error.response.status : undefined
}

/**
 * Connection failure and HTTP 5xx may pass; everything else will be the same next time. HTTP 429 is
 * not repeated here: it asks the whole cash desk to wait, on every server, and not this call alone.
 */
function mayPass(error: AxiosError): boolean {
  const status = completeStatus(error)
  if (status !== undefined) return status >= 500
  if (error.response !== undefined) return !axios.isCancel(error)
  return axiosRetry.isNetworkError(error) && !isTooLarge(error)
}

/**
 * How one call to a reading operation is repeated: at most `maxRetries` times, after a growing wait
 * with jitter or what Retry-After asks for, whichever is longer, and only while that wait ends
 * before the deadline. An attempt that cannot be made in time is not waited for: the last answer
 * says more than "no answer" would.
 */
export function retriesFor(
  operation: OperationName,
  deadline: Deadline,
  options: { maxRetries: number; retryDelayMs: number; logger: ClientLogger }
): IAxiosRetryConfigExtended {
  let attempts = 0
  let waitMs = 0
  return {
    retries: options.maxRetries,
    retryCondition: (error) => {
      attempts += 1
      waitMs = exponentialDelay(attempts - 1, error, options.retryDelayMs)
      return mayPass(error) && waitMs < deadline.remainingMs()
    },
    retryDelay: () => waitMs,
    onRetry: (count, error) => {
      const reason = completeStatus(error) ?? error.code ?? "connection failure"
      options.logger.debug(
        `${operation}: repeating after ${reason}, ${count} of ${options.maxRetries}, in ${Math.round(waitMs)} ms`
      )
    },
  }
}
