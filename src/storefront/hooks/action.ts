import { useCallback, useEffect, useRef, useState } from "react"
import { PaymentError } from "../store"

/** Things a customer does one at a time: a second click while the first is under way does nothing. */
export interface Actions {
  isBusy: boolean
  error: PaymentError | undefined
  /** @returns undefined where it was refused (see `error`), given up, or another is under way */
  run: <T>(work: () => Promise<T>) => Promise<T | undefined>
  /** Stays busy until the page comes back: for who is being sent to another page. */
  leave: (address: string) => void
  /** Turns to something else: the error goes, and what is under way is not waited for any more. */
  forget: () => void
}

export function useActions(): Actions {
  /** What is under way; what it comes to counts only as long as nobody has turned to something else. */
  const running = useRef<symbol>(undefined)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<PaymentError>()

  const mark = useCallback((work: symbol | undefined) => {
    running.current = work
    setBusy(work !== undefined)
  }, [])

  // A page restored from the browser's cache is as it was left: its buttons come to life again.
  useEffect(() => {
    const revive = ({ persisted }: PageTransitionEvent) => {
      if (persisted) mark(undefined)
    }
    addEventListener("pageshow", revive)
    return () => {
      removeEventListener("pageshow", revive)
    }
  }, [mark])

  const run = useCallback(
    async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      if (running.current) return undefined
      const own = Symbol("work")
      const counts = () => running.current === own
      mark(own)
      setError(undefined)
      try {
        const result = await work()
        return counts() ? result : undefined
      } catch (reason) {
        if (counts()) setError(asPaymentError(reason))
        return undefined
      } finally {
        if (counts()) mark(undefined)
      }
    },
    [mark]
  )
  const leave = useCallback(
    (address: string) => {
      mark(Symbol("leaving"))
      window.location.assign(address)
    },
    [mark]
  )
  const forget = useCallback(() => {
    mark(undefined)
    setError(undefined)
  }, [mark])
  return { isBusy, error, run, leave, forget }
}

export function asPaymentError(reason: unknown): PaymentError {
  if (reason instanceof PaymentError) return reason
  return new PaymentError("unexpected", "", 0, undefined, { reason })
}
