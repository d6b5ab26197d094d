import { useCallback, useEffect, useRef, useState } from "react"
import { confirmCardCode, sendCardCode } from "../card"
import { PaymentError, type Store } from "../store"
import type { Card, CodeSent, Payment } from "../types"
import { useActions } from "./action"

/** Until a new code may be asked for, in seconds, as banks here have it. */
const RESEND_SECONDS = 60

/** A card payment as a form shows it. */
export interface CardPayment {
  /**
   * What the customer is asked for next. `part_paid`: of a payment in parts this one has come, and
   * `changeCard` asks for the card of the next.
   */
  step: "card" | "code" | "part_paid" | "done"
  /** The phone the code went to, as the service masks it. */
  phone: string | null
  /** How many codes were sent for this card. */
  codesSent: number
  /** Seconds for which the code is taken; 0 when it is too old, or was refused too often: `resend` then. */
  secondsLeft: number
  /** Seconds until `resend` sends a new code; 0 when it may. */
  resendIn: number
  /** While a step is under way. */
  isBusy: boolean
  /** Why the last step was refused. */
  error: PaymentError | undefined
  /** What it came to, once the code was taken. */
  payment: Payment | undefined
  /** Has the code sent; what is in its way is in `error`. */
  sendCode: (card: Card) => Promise<void>
  /** Has a new code sent for the same card. */
  resend: () => Promise<void>
  /** Pays with the code from the SMS; what it comes to is in `payment`, or in `error`. */
  confirm: (code: string) => Promise<void>
  /** Back to the card: another one, or another number. */
  changeCard: () => void
}

/**
 * Paying a session by card, in two steps. The card is forgotten when the code was taken.
 *
 * @param partsPaid of a payment in parts, how many had come when its form was shown: see `confirmCardCode`
 */
export function useCardPayment(
  store: Store,
  sessionId: string | undefined,
  partsPaid?: number
): CardPayment {
  const { run, isBusy, error, forget } = useActions()
  const card = useRef<Card>(undefined)
  const [sent, setSent] = useState<CodeSent & { at: number; count: number }>()
  const [payment, setPayment] = useState<Payment>()
  const passed = useSecondsSince(payment ? undefined : sent?.at)

  const sendCode = useCallback(
    async (entered: Card) => {
      if (sessionId === undefined) return
      const answer = await run(() => sendCardCode(store, sessionId, entered))
      if (!answer) return
      card.current = entered
      setSent((last) => ({ ...answer, at: Date.now(), count: (last?.count ?? 0) + 1 }))
    },
    [store, sessionId, run]
  )
  const resend = useCallback(async () => {
    if (card.current) await sendCode(card.current)
  }, [sendCode])
  const confirm = useCallback(
    async (code: string) => {
      if (sessionId === undefined) return
      const known = partsPaid === undefined ? {} : { partsPaid }
      const answer = await run(() =>
        confirmCardCode(store, sessionId, code.trim(), known).catch((reason: unknown) => {
          // Nothing is to be waited for: a new code can be sent at once.
          if (reason instanceof PaymentError && reason.code === "code_expired") {
            setSent((last) => last && { ...last, at: -Infinity })
          }
          throw reason
        })
      )
      if (!answer) return
      card.current = undefined
      setPayment(answer)
    },
    [store, sessionId, partsPaid, run]
  )
  const changeCard = useCallback(() => {
    card.current = undefined
    setSent(undefined)
    setPayment(undefined)
    forget()
  }, [forget])

  return {
    step: stepOf(payment, sent !== undefined),
    phone: sent?.phone ?? null,
    codesSent: sent?.count ?? 0,
    secondsLeft: Math.max((sent?.seconds_left ?? 0) - passed, 0),
    resendIn: Math.max(RESEND_SECONDS - passed, 0),
    isBusy,
    error,
    payment,
    sendCode,
    resend,
    confirm,
    changeCard,
  }
}

function stepOf(payment: Payment | undefined, isSent: boolean): CardPayment["step"] {
  if (payment) return payment.status === "part_paid" ? "part_paid" : "done"
  return isSent ? "code" : "card"
}

/** Whole seconds since a moment, counted as they pass. */
function useSecondsSince(moment: number | undefined): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (moment === undefined) return
    const timer = setInterval(() => {
      setNow(Date.now())
    }, 1000)
    return () => {
      clearInterval(timer)
    }
  }, [moment])
  return moment === undefined ? 0 : Math.max(Math.floor((now - moment) / 1000), 0)
}
