import { useCallback, useEffect, useState } from "react"
import { refreshPayment, startPayment, type StartInput } from "../payment"
import type { PaymentError, Store } from "../store"
import type { Payment, StartedPayment } from "../types"
import { waitForPayment } from "../wait"
import { asPaymentError, useActions } from "./action"

export interface CheckoutUzPayment {
  /** The session that is the customer's now: another one after `payAgain`. */
  sessionId: string | undefined
  /** Undefined until its status is known. */
  payment: Payment | undefined
  error: PaymentError | undefined
  /** While something is under way, and while the customer is being sent to the payment page. */
  isBusy: boolean
  /** Starts the payment of a cart, and waits for it. @returns undefined where it was refused */
  start: (input: StartInput) => Promise<StartedPayment | undefined>
  /** Starts it, and sends the customer to the payment page. */
  payOnPage: (input: StartInput) => Promise<StartedPayment | undefined>
  /** A new invoice for a payment that has expired, and the customer to its page. */
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
    const fresh = await run(() => refreshPayment(store, sessionId))
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
    waitForPayment(store, sessionId, { signal: gone.signal, onChange: show }).then(
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
