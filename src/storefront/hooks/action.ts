import { useCallback, useEffect, useRef, useState } from "react"
import { PaymentError } from "../store"

/** Things a customer does one at a time: a second click while the first is under way does nothing. */
export interface Actions {
  isBusy: boolean
  error: PaymentError | undefined
  /** @returns undefined where it was refused (see `error`), or another is under way */
  run: <T>(work: () => Promise<T>) => Promise<T | undefined>
  /** Stays busy until the page comes back: for who is being sent to another page. */
  leave: (address: string) => void
  forget: () => void
}

export function useActions(): Actions {
  const running = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<PaymentError>()

  const mark = useCallback((busy: boolean) => {
    running.current = busy
    setBusy(busy)
  }, [])

  // A page restored from the browser's cache is as it was left: its buttons come to life again.
  useEffect(() => {
    const revive = ({ persisted }: PageTransitionEvent) => {
      if (persisted) mark(false)
    }
    addEventListener("pageshow", revive)
    return () => {
      removeEventListener("pageshow", revive)
    }
  }, [mark])

  const run = useCallback(
    async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      if (running.current) return undefined
      mark(true)
      setError(undefined)
      try {
        return await work()
      } catch (reason) {
        setError(asPaymentError(reason))
        return undefined
      } finally {
        mark(false)
      }
    },
    [mark]
  )
  const leave = useCallback(
    (address: string) => {
      mark(true)
      window.location.assign(address)
    },
    [mark]
  )
  const forget = useCallback(() => {
    setError(undefined)
  }, [])
  return { isBusy, error, run, leave, forget }
}

export function asPaymentError(reason: unknown): PaymentError {
  if (reason instanceof PaymentError) return reason
  return new PaymentError("unexpected", "", 0, undefined, { reason })
}
