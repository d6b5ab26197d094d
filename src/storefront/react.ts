"use client"

export { useCardPayment, type CardPayment } from "./hooks/card"
export { usePaymentMethods, type PaymentMethods } from "./hooks/methods"
export { useCheckoutUzPayment, type CheckoutUzPayment } from "./hooks/payment"
