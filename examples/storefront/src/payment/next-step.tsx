import type { Payment } from "medusa-payment-checkout-uz/storefront"
import type { CheckoutUzPayment } from "medusa-payment-checkout-uz/storefront/react"
import { som } from "../format"
import { Link } from "../router"
import { useWords } from "../words"
import { dueOf } from "./parts"
import { useReason } from "./reason"
import { ToPaymentPage } from "./to-payment-page"

/** What the customer can do on the return page. */
export function NextStep({ of: current }: { of: CheckoutUzPayment }) {
  const { say } = useWords()
  const { payment } = current
  switch (payment?.status) {
    case "pending":
    case "awaiting_payment":
      return payment.payment_url && <ToPaymentPage address={payment.payment_url} />
    case "part_paid":
      return <NextPart of={current} payment={payment} />
    case "paid":
      return null
    case "expired": {
      const { parts } = payment
      const again = parts?.paid ? say("partAgain", { part: dueOf(parts) }) : say("payAgain")
      return <PayAgain of={current} label={again} />
    }
    default:
      return (
        <Link to="/" className="button soft">
          {say("toShop")}
        </Link>
      )
  }
}

/** On the payment page, or by card in the shop; who has just paid waits here. */
function NextPart({ of: current, payment }: { of: CheckoutUzPayment; payment: Payment }) {
  const { say, language } = useWords()
  const label = say("nextPart", { amount: som(payment.parts?.amount ?? 0, language) })
  return (
    <div className="next-part">
      {payment.payment_url === null ? (
        <PayAgain of={current} label={label} />
      ) : (
        <>
          <ToPaymentPage address={payment.payment_url} label={label} />
          <Link to={`/card?session=${payment.id}`} className="button soft">
            {say("cardHere")}
          </Link>
        </>
      )}
      <p className="hint">{say("partJustPaid")}</p>
    </div>
  )
}

function PayAgain({ of, label }: { of: CheckoutUzPayment; label: string }) {
  const { say } = useWords()
  const reasonOf = useReason()
  const { payment, error, isBusy, payAgain } = of
  // The server's words advise another way to pay, which what has come leaves no room for.
  const isPart = (payment?.parts?.paid ?? 0) > 0
  return (
    <>
      {error && (
        <p className="wrong" role="alert">
          {isPart && error.code === "unavailable" ? say("partNotMade") : reasonOf(error)}
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
        {isBusy ? say("opening") : label}
      </button>
    </>
  )
}
