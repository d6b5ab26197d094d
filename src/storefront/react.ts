"use client"

/**
 * The same as hooks of React, for components in the shop's browser.
 *
 * @module storefront/react
 */
export { useCardPayment, type CardPayment } from "./hooks/card"
export { usePaymentMethods, type PaymentMethods } from "./hooks/methods"
export { useCheckoutUzPayment, type CheckoutUzPayment } from "./hooks/payment"
