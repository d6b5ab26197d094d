import axios, { type AxiosResponse } from "axios"
import { cutText, parseHttpDate } from "../../client"
import type { Reply } from "./facts"

const TIMEOUT_MS = 5_000

/** Asks an address for nothing, with no key and through no proxy, as `HEAD` does; redirects are not followed. */
function head(url: string, timeoutMs: number): Promise<AxiosResponse<unknown>> {
  return axios.head(url, {
    timeout: timeoutMs,
    signal: AbortSignal.timeout(timeoutMs),
    maxRedirects: 0,
    proxy: false,
    validateStatus: () => true,
  })
}

/** What an http(s) address answers within so many milliseconds. Never throws. */
export async function askAddress(url: string, timeoutMs = TIMEOUT_MS): Promise<Reply> {
  try {
    const { status, headers } = await head(url, timeoutMs)
    const location: unknown = headers["location"]
    const redirectsTo = status >= 300 && status < 400 ? whereTo(location, url) : undefined
    return { kind: "answered", status, redirectsTo }
  } catch (error) {
    return { kind: "no_answer", reason: reasonOf(error, timeoutMs) }
  }
}

/**
 * By how many seconds this server's clock is ahead of that of whoever answers at an http(s) address;
 * undefined where nobody answers, or names no time. Never throws.
 */
export async function clockAheadOf(url: string): Promise<number | undefined> {
  const asked = Date.now()
  const response = await head(url, TIMEOUT_MS).catch(() => undefined)
  const theirs = parseHttpDate(response?.headers["date"])
  // Their time is cut to the second, and was read somewhere between question and answer.
  return theirs === undefined ? undefined : ((asked + Date.now()) / 2 - (theirs + 500)) / 1000
}

/** Without its query, which may hold what is not for a log. */
function whereTo(location: unknown, from: string): string {
  if (typeof location !== "string" || !URL.canParse(location, from)) return "an unknown address"
  const { origin, pathname } = new URL(location, from)
  return cutText(origin + pathname, 200)
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (axios.isCancel(error)) return `no answer within ${timeoutMs / 1000} seconds`
  const code = axios.isAxiosError(error) ? error.code : undefined
  return code ?? "the connection failed"
}
