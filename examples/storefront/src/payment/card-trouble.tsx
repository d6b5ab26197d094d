import type { Payment, PaymentError } from "medusa-payment-checkout-uz/storefront"
import { Link } from "../router"
import { useWords } from "../words"
import { useReason } from "./reason"
import { ToPaymentPage } from "./to-payment-page"

interface CardTroubleProps {
  error: PaymentError | undefined
  sessionId: string
  /** As far as it is known. */
  payment: Payment | undefined
  /** Whether it stands in the place of the form. */
  isAlone?: boolean
}

/** Why a step of a card payment was refused, and the way that its sentence speaks of. */
export function CardTrouble(props: CardTroubleProps) {
  const { error, sessionId, payment, isAlone = false } = props
  const { say } = useWords()
  const reasonOf = useReason()
  if (!error) return null
  const { triesLeft: count, details } = error
  const words = details["service_message"]
  return (
    <>
      <div role="alert">
        <p className="wrong">
          {reasonOf(error)}
          {count !== undefined && ` ${say("triesLeft", { count })}`}
        </p>
        {typeof words === "string" && <small>{say("serviceSays", { words })}</small>}
      </div>
      {(error.code === "unavailable" ||
        error.code === "in_progress" ||
        error.code === "not_payable") && (
        <Link to={`/return?session=${sessionId}`} className="button soft">
          {say("toStatus")}
        </Link>
      )}
      {(error.code === "cart_changed" || error.code === "not_completable") && (
        <Link to="/checkout" className="button soft">
          {say("checkout")}
        </Link>
      )}
      {error.code === "switched_off" && payment?.payment_url && (
        <ToPaymentPage address={payment.payment_url} takesFocus={isAlone} />
      )}
    </>
  )
}
