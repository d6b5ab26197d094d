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
  /** Where nothing was refused. */
  otherwise?: string | undefined
  /** Whether it stands in the place of the form. */
  isAlone?: boolean
}

/** Why a step of a card payment was refused, and the way that its sentence speaks of. */
export function CardTrouble(props: CardTroubleProps) {
  const { error, sessionId, payment, otherwise, isAlone = false } = props
  const { say } = useWords()
  const reasonOf = useReason()
  const reason = reasonOf(error) ?? otherwise
  if (reason === undefined) return null
  return (
    <>
      <p className="wrong" role="alert">
        {reason}
      </p>
      {error?.code === "unavailable" && (
        <Link to={`/return?session=${sessionId}`} className="button soft">
          {say("toStatus")}
        </Link>
      )}
      {error?.code === "switched_off" && payment?.payment_url && (
        <ToPaymentPage address={payment.payment_url} takesFocus={isAlone} />
      )}
    </>
  )
}
