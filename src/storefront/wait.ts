import { partsPaid } from "./parts"
import { paymentStatus } from "./payment"
import { isPassing, PaymentError, type Store } from "./store"
import type { Payment } from "./types"

/** How long to wait, and what to tell meanwhile. */
export interface WaitOptions {
  /** Ends the waiting: the promise is rejected with its reason. */
  signal?: AbortSignal
  /** Called with each status, number of paid parts or payment page that differs from the one before. */
  onChange?: (payment: Payment) => void
  /** Of a payment in parts, how many are known to have come: the waiting ends with the next one. */
  partsPaid?: number
  /** 3,900 where it is left out: an invoice's hour, and time for a held payment to be told. */
  giveUpAfterSeconds?: number
}

/** What nothing follows on, as far as a waiting page is concerned. */
const FINAL: readonly string[] = ["order_placed", "expired", "held", "canceled"]
const LONGEST_PAUSE = 60

/**
 * Waits for what becomes of a payment. It asks every two and a half seconds, after a minute every
 * five, after five minutes every fifteen. One request is under way at a time, and none while the tab
 * is hidden: whoever comes back sees the answer at once. What passes by itself is sat out: no network,
 * 408, 429 with its `Retry-After`, 5xx.
 *
 * @param sessionId the payment session's, which the return page has in its address
 * @returns the final status; `part_paid` as soon as more parts have come than are known; or the last one
 *   seen when the time is over
 * @throws PaymentError where asking again is of no use, or nobody ever answered
 */
export async function waitForPayment(
  store: Store,
  sessionId: string,
  { signal, onChange, partsPaid: known = 0, giveUpAfterSeconds = 3900 }: WaitOptions = {}
): Promise<Payment> {
  const end = Date.now() + giveUpAfterSeconds * 1000
  let since = Date.now()
  let failures = 0
  let last: Payment | undefined
  for (;;) {
    // Who comes back from the bank's app gets the quick pace again.
    if (await untilVisible(signal)) since = Date.now()
    const seen = await look(store, sessionId, signal)
    if (seen instanceof PaymentError) {
      failures += 1
      if (Date.now() >= end && !last) throw seen
    } else {
      failures = 0
      if (!last || differs(seen, last)) onChange?.(seen)
      last = seen
      if (FINAL.includes(seen.status)) return seen
      if (seen.status === "part_paid" && partsPaid(seen) > known) return seen
    }
    if (Date.now() >= end && last) return last
    if (seen instanceof PaymentError && seen.retryAfter !== undefined) {
      // The server's wish is no pace: nothing shortens it.
      await sleep(Math.min(seen.retryAfter, LONGEST_PAUSE), signal)
    } else {
      const seconds = failures > 0 ? Math.min(2 ** failures, 30) : pace(Date.now() - since)
      await sleep(seconds, signal, ["visibilitychange", "online"])
    }
  }
}

function differs(one: Payment, other: Payment): boolean {
  return (
    one.status !== other.status ||
    one.payment_url !== other.payment_url ||
    partsPaid(one) !== partsPaid(other)
  )
}

/** Seconds until the next request, for who has been waiting so long. */
function pace(waitedMs: number): number {
  if (waitedMs < 60_000) return 2.5
  return waitedMs < 300_000 ? 5 : 15
}

/** @throws PaymentError where asking again is of no use */
async function look(
  store: Store,
  sessionId: string,
  signal: AbortSignal | undefined
): Promise<Payment | PaymentError> {
  try {
    return await paymentStatus(store, sessionId, signal)
  } catch (error) {
    if (error instanceof PaymentError && isPassing(error)) return error
    throw error
  }
}

/** @returns whether there was anything to wait for. Outside of a browser there is not. */
async function untilVisible(signal: AbortSignal | undefined): Promise<boolean> {
  if (!isHidden()) return false
  while (isHidden()) await sleep(Infinity, signal, ["visibilitychange"])
  return true
}

function isHidden(): boolean {
  return typeof document !== "undefined" && document.visibilityState === "hidden"
}

/** Also ends with one of the events of the page, all of which reach its window. */
function sleep(
  seconds: number,
  signal: AbortSignal | undefined,
  events: readonly string[] = []
): Promise<void> {
  return new Promise((resolve, reject) => {
    const page = typeof addEventListener === "function" ? globalThis : undefined
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      for (const event of events) page?.removeEventListener(event, end)
      if (signal?.aborted) reject(signal.reason as Error)
      else resolve()
    }
    const timer = seconds === Infinity ? undefined : setTimeout(end, seconds * 1000)
    signal?.addEventListener("abort", end)
    for (const event of events) page?.addEventListener(event, end)
    if (signal?.aborted) end()
  })
}
