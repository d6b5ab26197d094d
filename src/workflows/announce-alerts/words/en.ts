/** What the bell says. `{…}` is filled in; amounts are in UZS. */
export const en = {
  invoice_held: {
    title: "A payment needs you: {amount} UZS",
    session_gone: "Invoice {number} is paid, and the checkout it was for is gone.",
    amount_mismatch: "Invoice {number} was paid with another amount than it asked for.",
    second_payment: "Invoice {number} is a second payment for something that is paid already.",
    cart_not_completed: "Invoice {number} is paid, and its order could not be placed.",
    order_canceled: "Invoice {number} was paid after its order was cancelled.",
    provider_off: "Invoice {number} is paid, and its payment provider is switched off.",
  },
  invoice_unknown: {
    title: "The payment service does not know an invoice",
    description:
      "Invoice {number} of cash desk “{cash_desk}” is unknown there. Has the API key become another cash desk's?",
  },
  cash_desk_refused: {
    title: "The payment service refuses cash desk “{cash_desk}”",
    description:
      "Its payments are not found until the API key and the list of allowed addresses are right again.",
  },
  cash_desk_without_key: {
    title: "Cash desk “{cash_desk}” has no API key",
    description: "It has open invoices. Set its key, so that their payments are found.",
  },
  refund_due: {
    title: "Pay a refund out: {refund_amount} UZS",
    description:
      "Invoice {number}: the payment service cannot refund, so pay it out in its dashboard and tick it off.",
  },
}

export type Words = typeof en
