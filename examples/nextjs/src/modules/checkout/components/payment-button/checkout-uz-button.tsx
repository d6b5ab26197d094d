"use client"

import { checkoutUz, CHECKOUT_UZ } from "@lib/checkout-uz"
import { Button } from "@modules/common/components/ui"
import ErrorMessage from "@modules/checkout/components/error-message"
import { useCheckoutUzPayment } from "medusa-payment-checkout-uz/storefront/react"
import { useParams, useRouter } from "next/navigation"

type Props = { cartId: string; notReady: boolean; "data-testid"?: string }

export default function CheckoutUzButton({ cartId, notReady, "data-testid": testId }: Props) {
  const { payOnPage, isBusy, error } = useCheckoutUzPayment(checkoutUz)
  const { countryCode } = useParams<{ countryCode: string }>()
  const router = useRouter()

  const pay = async () => {
    const started = await payOnPage({ cartId, providerId: CHECKOUT_UZ })
    // The money is here already: nothing to pay.
    if (started?.payment_url === null) {
      router.push(`/${countryCode}/checkout/return?session=${started.session_id}`)
    }
  }
  return (
    <>
      <Button
        disabled={notReady}
        isLoading={isBusy}
        onClick={() => void pay()}
        size="large"
        data-testid={testId}
      >
        Place order
      </Button>
      <ErrorMessage
        error={error ? error.message || "That did not work. Please try again." : null}
      />
    </>
  )
}
