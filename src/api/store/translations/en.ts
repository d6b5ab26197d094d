import type { StoreRefusalCode } from "../../../contract"

/** What a customer may read: a sentence for every refusal, and those that share a code with another. */
export type Words = Readonly<
  Record<
    | StoreRefusalCode
    | "card_expired"
    | "cart_already_paid"
    | "cart_partly_paid"
    | "partly_paid"
    | "codes_used_up"
    | "order_canceled"
    | "order_coming"
    | "payment_awaited"
    | "payment_unavailable"
    | "unexpected",
    string
  >
>

export const en: Words = {
  invalid_request: "Something in the shop went wrong: reload the page and try again.",
  invalid_card_number: "Check the card number: it has 16 digits.",
  invalid_card_expiry: "Check the card's expiry: month and year, such as 09/29.",
  invalid_code: "Enter the code from the SMS.",
  currency_not_taken: "Only payments in UZS are possible this way: choose another way to pay.",
  amount_not_taken:
    "This way you can pay from 1,000 to {most} UZS: change the cart, or choose another way to pay.",
  cart_empty: "The cart is empty: put something in first, then pay.",
  email_missing: "Enter your e-mail address first, then pay.",
  delivery_missing: "Choose how to receive the order first, then pay.",
  card_refused: "The card was refused: check its number and expiry, or take another one.",
  card_expired: "The card has expired: check its expiry, or take another one.",
  code_refused: "The code was refused: check it, or get a new one.",
  code_expired: "The code is no longer valid: get a new one.",
  codes_used_up: "The code was refused too many times and is no longer valid: get a new one.",
  switched_off: "This shop does not take cards on its own pages: pay on the payment page.",
  unknown_session: "This payment was not found: start the payment again.",
  unknown_order: "This order was not found: log in, or open it from the page you paid on.",
  region_not_offered: "Payment by Checkout.uz is not offered in this region.",
  receipt_not_ready: "The receipt is not ready yet: it appears a few minutes after the payment.",
  already_paid: "This order is already paid.",
  cart_already_paid:
    "This cart is already paid, so it can no longer be changed. Its order is being placed.",
  partly_paid:
    "A part of this order is already paid. Pay the rest in the same way, or ask the shop for your money back.",
  cart_partly_paid:
    "More than that is already paid for this cart, so it cannot be made smaller. Pay the rest, or ask the shop.",
  cart_changed: "The amount of your cart has changed: reload the page and check it before you pay.",
  order_canceled: "This order was cancelled and can no longer be paid.",
  order_coming:
    "The payment has arrived and the order is being placed: try again in a few seconds.",
  payment_awaited:
    "The payment has not arrived yet. Pay on the payment page first, then the order is placed.",
  not_payable: "There is nothing to pay here any more: look at the payment's status.",
  payment_held:
    "Your payment has arrived, but the order could not be placed yet. You need not pay again: the shop places it, or contacts you.",
  not_completable:
    "The order cannot be placed as it is: something in it may have sold out. Check your cart.",
  in_progress: "This payment is being processed at this moment: wait a little and try again.",
  too_many_attempts: "There were too many attempts in a short time: wait a minute and try again.",
  too_many_requests:
    "There were too many requests in a short time: please wait a moment and try again.",
  unavailable:
    "The payment service does not answer: look at the payment's status before trying again.",
  payment_unavailable:
    "Payment is not possible at the moment: try again in a minute, or choose another way to pay.",
  unexpected: "Something went wrong: look at the payment's status before trying again.",
}
