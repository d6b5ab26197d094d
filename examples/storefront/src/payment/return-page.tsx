import type { Payment } from "medusa-payment-checkout-uz/storefront"
import {
  useCheckoutUzPayment,
  type CheckoutUzPayment,
} from "medusa-payment-checkout-uz/storefront/react"
import { useEffect, type ReactNode } from "react"
import { som } from "../format"
import { store } from "../medusa"
import { Link, navigate } from "../router"
import { useCart } from "../shop/cart"
import { useWords, type Word } from "../words"
import { useIsOffline } from "./offline"
import { NextStep } from "./next-step"
import { dueOf, Progress } from "./parts"
import { PlacedOrder } from "./placed-order"
import { useReason } from "./reason"

type Mark = "waiting" | "good" | "over" | "held" | "part"

/** What is said about each status, and the mark above it. */
const TOLD: Record<Payment["status"], readonly [Mark, Word, Word]> = {
  pending: ["waiting", "pendingTitle", "pendingText"],
  part_paid: ["part", "partPaidTitle", "partPaidText"],
  paid: ["waiting", "paidTitle", "paidText"],
  awaiting_payment: ["waiting", "awaitingTitle", "awaitingText"],
  order_placed: ["good", "placedTitle", "placedTextOnly"],
  expired: ["over", "expiredTitle", "expiredText"],
  held: ["held", "heldTitle", "heldText"],
  canceled: ["over", "canceledTitle", "canceledText"],
}

/** A part that ran out is not the payment's end: what came before it counts on. */
function toldOf({ status, parts }: Payment): (typeof TOLD)[Payment["status"]] {
  const isPart = status === "expired" && parts !== null && parts.paid > 0
  return isPart ? ["over", "partExpiredTitle", "partExpiredText"] : TOLD[status]
}

/**
 * Where the customer comes back to, perhaps in another browser than the one they left from: all it
 * needs is the session's id in its address.
 */
export function ReturnPage({ sessionId }: { sessionId: string }) {
  const { say, language } = useWords()
  const { reload } = useCart()
  const current = useCheckoutUzPayment(store, sessionId)
  const { payment, error } = current
  const isOffline = useIsOffline()
  const isPlaced = payment?.status === "order_placed"

  // The cart of this browser may be that order's, or a newer one: whoever opens an old address keeps it.
  useEffect(() => {
    if (isPlaced) void reload()
  }, [isPlaced, reload])
  useEffect(() => {
    const now = current.sessionId
    if (now !== undefined && now !== sessionId) {
      navigate(`/return?session=${now}`, { replace: true })
    }
  }, [current.sessionId, sessionId])

  if (!payment)
    return <Unknown failed={error !== undefined || sessionId === ""} payment={current} />
  const { parts } = payment
  const [mark, title, text] = toldOf(payment)
  const facts = {
    amount: som(payment.amount, language),
    ...(parts && { of: parts.of, paid: parts.paid, part: dueOf(parts) }),
  }
  return (
    <section className="narrow outcome">
      <Told mark={mark} came={parts && `${parts.paid}/${parts.of}`} title={say(title, facts)}>
        {!(isPlaced && payment.order_id) && <p>{say(text, facts)}</p>}
        {(mark === "waiting" || mark === "part") && isOffline && (
          <p className="notice">{say("offline")}</p>
        )}
      </Told>
      {parts && parts.amount !== null && <Progress parts={parts} amount={payment.amount} />}
      {isPlaced && payment.order_id && (
        <PlacedOrder orderId={payment.order_id} sessionId={sessionId} />
      )}
      <NextStep of={current} />
    </section>
  )
}

interface ToldProps {
  mark: Mark
  /** How many parts have come, for the mark of those. */
  came?: string | null
  title: string
  children: ReactNode
}

/** Spoken as it changes, since nobody has pressed anything. */
function Told({ mark, came, title, children }: ToldProps) {
  useEffect(() => {
    document.title = `${title} · Choynak`
    return () => {
      document.title = "Choynak"
    }
  }, [title])
  return (
    <div role="status" className={`told ${mark}`}>
      <span className="mark" aria-hidden="true">
        {mark === "waiting" ? (
          <span className="spinner" />
        ) : (
          { good: "✓", part: came, over: "!", held: "i" }[mark]
        )}
      </span>
      <h1>{title}</h1>
      {children}
    </div>
  )
}

/** Before the first answer, and where there is no such payment. */
function Unknown({ failed, payment }: { failed: boolean; payment: CheckoutUzPayment }) {
  const { say } = useWords()
  const reasonOf = useReason()
  const isOffline = useIsOffline()
  const isUnknown = payment.error?.status === 404 || payment.sessionId === undefined
  return (
    <section className="narrow outcome">
      {failed ? (
        <Told mark="over" title={isUnknown ? say("unknownTitle") : say("failed")}>
          <p>{isUnknown ? say("unknownText") : reasonOf(payment.error)}</p>
        </Told>
      ) : (
        <Told mark="waiting" title={say("loading")}>
          {isOffline && <p className="notice">{say("offline")}</p>}
        </Told>
      )}
      {failed && (
        <Link to="/" className="button soft">
          {say("toShop")}
        </Link>
      )}
    </section>
  )
}
