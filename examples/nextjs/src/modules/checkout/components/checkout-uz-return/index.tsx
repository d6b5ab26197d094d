"use client"

import { checkoutUz } from "@lib/checkout-uz"
import { forgetPaidCart } from "@lib/data/checkout-uz"
import { convertToLocale } from "@lib/util/money"
import { Button } from "@modules/common/components/ui"
import { useCheckoutUzPayment } from "medusa-payment-checkout-uz/storefront/react"
import { useRouter } from "next/navigation"
import { useEffect } from "react"

type Props = { countryCode: string; sessionId: string }

export default function CheckoutUzReturn({ countryCode, sessionId }: Props) {
  const { payment, error, payAgain, isBusy } = useCheckoutUzPayment(checkoutUz, sessionId)
  const router = useRouter()
  const orderId = payment?.order_id
  const isPlaced = payment?.status === "order_placed"
  const parts = payment?.parts
  const money = (amount: number) =>
    convertToLocale({ amount, currency_code: payment?.currency_code ?? "uzs" })

  useEffect(() => {
    if (!isPlaced) return
    const showOrder = () => {
      if (orderId) router.replace(`/${countryCode}/order/${orderId}/confirmed`)
    }
    forgetPaidCart().then(showOrder, showOrder)
  }, [isPlaced, orderId, countryCode, router])

  return (
    <div className="content-container py-24 text-center" role="status">
      {error && <p>{error.message || "That did not work. Please try again."}</p>}
      {(!payment || payment.status === "pending") && <p>Waiting for your payment…</p>}
      {payment?.status === "paid" && <p>Your payment has arrived, the order is being placed…</p>}
      {isPlaced && <p>Thank you, the order is placed.</p>}
      {payment?.status === "held" && <p>We have your money. The shop will contact you.</p>}
      {payment?.status === "canceled" && <p>The order was cancelled.</p>}
      {parts && parts.paid > 0 && parts.amount !== null && (
        <p>
          {parts.paid} of {parts.of} parts are paid. {money(payment.amount - parts.paid_amount)} is
          left.
        </p>
      )}
      {payment?.status === "part_paid" && (
        <Button isLoading={isBusy} onClick={() => void payAgain()}>
          Pay the next {money(parts?.amount ?? 0)}
        </Button>
      )}
      {payment?.status === "expired" && (
        <Button isLoading={isBusy} onClick={() => void payAgain()}>
          {parts && parts.paid > 0 ? "Start this part again" : "Pay again"}
        </Button>
      )}
      {payment?.payment_url && payment.status !== "part_paid" && (
        <a href={payment.payment_url}>To the payment page</a>
      )}
    </div>
  )
}
