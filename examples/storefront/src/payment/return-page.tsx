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
import { PlacedOrder } from "./placed-order"
import { useReason } from "./reason"
import { ToPaymentPage } from "./to-payment-page"

type Mark = "waiting" | "good" | "over" | "held"

/** What is said about each status, and the mark above it. */
const TOLD: Record<Payment["status"], readonly [Mark, Word, Word]> = {
  pending: ["waiting", "pendingTitle", "pendingText"],
  paid: ["waiting", "paidTitle", "paidText"],
  awaiting_payment: ["waiting", "awaitingTitle", "awaitingText"],
  order_placed: ["good", "placedTitle", "placedTextOnly"],
  expired: ["over", "expiredTitle", "expiredText"],
  held: ["held", "heldTitle", "heldText"],
  canceled: ["over", "canceledTitle", "canceledText"],
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
  const [mark, title, text] = TOLD[payment.status]
  const amount = som(payment.amount, language)
  return (
    <section className="narrow outcome">
      <Told mark={mark} title={say(title)}>
        {!(isPlaced && payment.order_id) && <p>{say(text, { amount })}</p>}
        {mark === "waiting" && isOffline && <p className="notice">{say("offline")}</p>}
      </Told>
      {isPlaced && payment.order_id && (
        <PlacedOrder orderId={payment.order_id} sessionId={sessionId} />
      )}
      <NextStep of={current} />
    </section>
  )
}

/** Spoken as it changes, since nobody has pressed anything. */
function Told({ mark, title, children }: { mark: Mark; title: string; children: ReactNode }) {
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
          { good: "✓", over: "!", held: "i" }[mark]
        )}
      </span>
      <h1>{title}</h1>
      {children}
    </div>
  )
}

function NextStep({ of: { payment, error, isBusy, payAgain } }: { of: CheckoutUzPayment }) {
  const { say } = useWords()
  const reasonOf = useReason()
  const toShop = (
    <Link to="/" className="button soft">
      {say("toShop")}
    </Link>
  )
  switch (payment?.status) {
    case "pending":
    case "awaiting_payment":
      return payment.payment_url && <ToPaymentPage address={payment.payment_url} />
    case "paid":
      return null
    case "expired":
      return (
        <>
          {error && (
            <p className="wrong" role="alert">
              {reasonOf(error)}
            </p>
          )}
          <button
            type="button"
            className="button big"
            aria-disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => void payAgain()}
          >
            {isBusy && <span className="spinner" aria-hidden="true" />}
            {say(isBusy ? "opening" : "payAgain")}
          </button>
        </>
      )
    default:
      return toShop
  }
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
