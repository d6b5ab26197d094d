import { useCallback, useEffect, useState } from "react"
import { partsPaid } from "../parts"
import { refreshPayment, startPayment, type StartInput } from "../payment"
import { PaymentError, type Store } from "../store"
import type { Payment, StartedPayment } from "../types"
import { waitForPayment, type WaitOptions } from "../wait"
import { asPaymentError, useActions } from "./action"

/** A payment as a page shows it. */
export interface CheckoutUzPayment {
  /** The session that is the customer's now: another one after `payAgain`. */
  sessionId: string | undefined
  /** Undefined until its status is known. */
  payment: Payment | undefined
  /** Why the last thing that was tried was refused, or why its status cannot be had. */
  error: PaymentError | undefined
  /** While something is under way, and while the customer is being sent to the payment page. */
  isBusy: boolean
  /** Starts the payment of a cart, and waits for it. @returns undefined where it was refused */
  start: (input: StartInput) => Promise<StartedPayment | undefined>
  /** Starts it, and sends the customer to the payment page. @returns undefined where it was refused */
  payOnPage: (input: StartInput) => Promise<StartedPayment | undefined>
  /**
   * The customer to the page that is to be paid now: with a new invoice where the payment, or the part of
   * it that is due, has expired, or has none yet.
   */
  payAgain: () => Promise<void>
}

/**
 * A payment, from its start to what became of it.
 *
 * @param store `sdk.client`, or what `connect` made: the same object each time
 * @param fromAddress the session a return page has in its address
 */
export function useCheckoutUzPayment(store: Store, fromAddress?: string): CheckoutUzPayment {
  const { run, leave, isBusy, error: refusal } = useActions()
  const [started, setStarted] = useState<string>()
  // An address without one has an empty one.
  const sessionId = started ?? (fromAddress === "" ? undefined : fromAddress)
  // Asked for anew, the same session can have moved on without a new page: it is waited for again.
  const [round, setRound] = useState(0)
  const { payment, error } = useWaiting(store, sessionId, round)

  const start = useCallback(
    (input: StartInput) =>
      run(async () => {
        const made = await startPayment(store, input)
        setStarted(made.session_id)
        return made
      }),
    [store, run]
  )
  const payOnPage = useCallback(
    async (input: StartInput) => {
      const made = await run(() => startPayment(store, input))
      if (made?.payment_url) leave(made.payment_url)
      return made
    },
    [store, run, leave]
  )
  const payAgain = useCallback(async () => {
    if (sessionId === undefined) return
    const fresh = await run(async () => {
      const made = await refreshPayment(store, sessionId)
      if (made.status !== "part_paid" || made.payment_url !== null) return made
      throw new PaymentError("unavailable", "", 0)
    })
    if (!fresh) return
    setStarted(fresh.id)
    if (fresh.payment_url !== null) leave(fresh.payment_url)
    else setRound((last) => last + 1)
  }, [store, run, leave, sessionId])

  return { sessionId, payment, error: refusal ?? error, isBusy, start, payOnPage, payAgain }
}

/** What waiting for a session has shown so far. */
function useWaiting(store: Store, sessionId: string | undefined, round: number) {
  const [seen, setSeen] = useState<{ of: string; payment?: Payment; error?: PaymentError }>()
  useEffect(() => {
    if (sessionId === undefined) return
    const gone = new AbortController()
    const show = (payment: Payment) => {
      setSeen({ of: sessionId, payment })
    }
    followParts(store, sessionId, { signal: gone.signal, onChange: show }).then(
      show,
      (reason: unknown) => {
        if (!gone.signal.aborted) setSeen({ of: sessionId, error: asPaymentError(reason) })
      }
    )
    return () => {
      gone.abort()
    }
  }, [store, sessionId, round])
  const now = seen?.of === sessionId ? seen : undefined
  return { payment: now?.payment, error: now?.error }
}

/** Waits on after each part that comes: each has an invoice's time of its own. */
async function followParts(
  store: Store,
  sessionId: string,
  options: WaitOptions
): Promise<Payment> {
  let known = 0
  for (;;) {
    const payment = await waitForPayment(store, sessionId, { ...options, partsPaid: known })
    if (payment.status !== "part_paid" || partsPaid(payment) <= known) return payment
    known = partsPaid(payment)
  }
}
