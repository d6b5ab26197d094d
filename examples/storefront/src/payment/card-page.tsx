import { useCardPayment, useCheckoutUzPayment } from "medusa-payment-checkout-uz/storefront/react"
import { useEffect } from "react"
import { som } from "../format"
import { store } from "../medusa"
import { Link, navigate } from "../router"
import { useWords } from "../words"
import { CardForm } from "./card-form"
import { CardTrouble } from "./card-trouble"
import { CodeForm } from "./code-form"

/** Paying a session by card without leaving the shop. */
export function CardPage({ sessionId }: { sessionId: string }) {
  const { say, language } = useWords()
  const card = useCardPayment(store, sessionId)
  // Beside the form: it may be paid in another tab, or expire.
  const { payment, error } = useCheckoutUzPayment(store, sessionId)
  const isOver =
    card.step === "done" ||
    error !== undefined ||
    (payment !== undefined && payment.status !== "pending" && payment.status !== "awaiting_payment")
  // Where a code was sent before, it is still taken: only the card's own form goes.
  const isSwitchedOff = card.step === "card" && card.error?.code === "switched_off"
  const trouble = (
    <CardTrouble
      error={card.error}
      sessionId={sessionId}
      payment={payment}
      isAlone={isSwitchedOff}
    />
  )

  useEffect(() => {
    if (isOver) navigate(`/return?session=${sessionId}`, { replace: true })
  }, [isOver, sessionId])

  return (
    <section className="narrow pay-card">
      <h1>{say(card.step === "card" ? "cardTitle" : "codeTitle")}</h1>
      {payment && (
        <p className="to-pay">
          {say("toPay")} <strong>{som(payment.amount, language)}</strong>
        </p>
      )}
      {isSwitchedOff ? (
        trouble
      ) : card.step === "card" ? (
        <CardForm card={card} trouble={trouble} />
      ) : (
        <CodeForm key={card.codesSent} card={card} trouble={trouble} />
      )}
      <p className="other-way">
        <Link to="/checkout">{say("otherWay")}</Link>
      </p>
    </section>
  )
}
