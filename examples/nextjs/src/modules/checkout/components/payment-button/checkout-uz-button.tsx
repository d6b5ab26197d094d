"use client"

import { checkoutUz, CHECKOUT_UZ } from "@lib/checkout-uz"
import { convertToLocale } from "@lib/util/money"
import type { HttpTypes } from "@medusajs/types"
import { Button } from "@modules/common/components/ui"
import ErrorMessage from "@modules/checkout/components/error-message"
import { partsOfCart } from "medusa-payment-checkout-uz/storefront"
import { useCheckoutUzPayment } from "medusa-payment-checkout-uz/storefront/react"
import { useParams, useRouter } from "next/navigation"

type Props = { cart: HttpTypes.StoreCart; notReady: boolean; "data-testid"?: string }

export default function CheckoutUzButton({ cart, notReady, "data-testid": testId }: Props) {
  const { payOnPage, isBusy, error } = useCheckoutUzPayment(checkoutUz)
  const { countryCode } = useParams<{ countryCode: string }>()
  const router = useRouter()
  const parts = partsOfCart(cart)

  const pay = async () => {
    const started = await payOnPage({ cartId: cart.id, providerId: CHECKOUT_UZ })
    // The money is here already: nothing to pay.
    if (started?.payment_url === null) {
      router.push(`/${countryCode}/checkout/return?session=${started.session_id}`)
    }
  }
  return (
    <>
      {parts && (
        <p>
          This sum is paid in {parts.of} parts, one after the other. The next one is{" "}
          {convertToLocale({ amount: parts.amount ?? 0, currency_code: cart.currency_code })}.
        </p>
      )}
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
