import type { Payment } from "medusa-payment-checkout-uz/storefront"
import { useCardPayment, useCheckoutUzPayment } from "medusa-payment-checkout-uz/storefront/react"
import { useEffect, useState } from "react"
import { som } from "../format"
import { store } from "../medusa"
import { Link, navigate } from "../router"
import { useWords } from "../words"
import { CardForm } from "./card-form"
import { CardTrouble } from "./card-trouble"
import { CodeForm } from "./code-form"
import { dueOf } from "./parts"

/** Paying a session by card without leaving the shop: of a payment in parts, the one that is due. */
export function CardPage({ sessionId }: { sessionId: string }) {
  const { say } = useWords()
  // Beside the form: it may be paid in another tab, or expire.
  const { payment, error } = useCheckoutUzPayment(store, sessionId)
  const partsPaid = useFirst(payment?.parts?.paid)
  const card = useCardPayment(store, sessionId, partsPaid)
  const isOver =
    card.step === "done" ||
    card.step === "part_paid" ||
    error !== undefined ||
    (payment !== undefined && !isPayable(payment, partsPaid))
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
      {payment && <ToPay payment={payment} />}
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

function ToPay({ payment: { parts, amount } }: { payment: Payment }) {
  const { say, language } = useWords()
  return (
    <p className="to-pay">
      {parts ? say("partToPay", { part: dueOf(parts), of: parts.of }) : say("toPay")}{" "}
      <strong>{som(parts?.amount ?? amount, language)}</strong>
    </p>
  )
}

/** Whether the form is still for what is due: another tab may have paid its part. */
function isPayable({ status, parts, payment_url }: Payment, partsPaid: number | undefined) {
  if (status === "part_paid") return payment_url !== null && parts?.paid === partsPaid
  return status === "pending" || status === "awaiting_payment"
}

/** What a value was when it was first known. */
function useFirst(value: number | undefined): number | undefined {
  const [first, setFirst] = useState(value)
  if (first === undefined && value !== undefined) setFirst(value)
  return first ?? value
}
