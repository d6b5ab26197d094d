import type { AlertKind, BlockerReason, ProblemCode } from "../../../modules/checkout-uz"

/** What a notification says of an alert, and where it is known what is wrong with a cash desk, of that. */
export type AlertWords = {
  title: string
  description: string
  problems?: Partial<Record<ProblemCode, { title: string; description: string }>>
}

/** What a notification says of each kind of alert, and of held money by what is in its way. */
export type Words = Record<Exclude<AlertKind, "invoice_held">, AlertWords> & {
  /** Before an order's number. */
  order: string
  /** Where something can be done about it: Medusa's feed has no links. */
  where: string
  invoice_held: {
    title: string
    reasons: Record<BlockerReason, string>
    /** In place of `not_completable`, where it is known what is missing. */
    sold_out: string
    /** The same for a payment in parts: what has come of it, where that is known. */
    begun: string
  }
}

/** `{…}` is filled in; amounts are in UZS. */
export const en: Words = {
  order: "Order #",
  where: "What to do: Payments → Needs you.",
  invoice_held: {
    title: "A payment needs you: {amount} UZS",
    reasons: {
      not_completable: "Invoice {number} is paid, but its order could not be placed.",
      cart_changed: "Invoice {number} is paid, but the total of its cart has changed.",
      provider_off: "Invoice {number} is paid, but its payment provider is switched off.",
      nothing_owed: "Invoice {number} is paid, but less than that is due on its order.",
      order_canceled: "Invoice {number} is paid, but its order is cancelled.",
      owner_gone:
        "Invoice {number} is paid, but its cart, its order or their payment was deleted in Medusa.",
      amount_mismatch:
        "The amount paid for invoice {number} is not the {invoice_amount} UZS asked for.",
      service_changed:
        "Invoice {number} was paid at another service address than the one in use now.",
      part_paid: "Invoice {number} is a part of a payment that its customer did not finish paying.",
    },
    begun:
      "Invoice {number}: {arrived} of {asked} UZS have come, and {open} UZS have not: the customer did not finish paying.",
    sold_out: "Invoice {number} is paid, but this is sold out: {sold_out}.",
  },
  invoice_unknown: {
    title: "Checkout.uz does not know an invoice",
    description:
      "Invoice {number} of cash desk “{cash_desk}” is unknown there. The API key may belong to another cash desk.",
  },
  invoice_unrecorded: {
    title: "A payment may be missing in the store",
    description:
      "Cash desk “{cash_desk}”: Checkout.uz did not answer when the store asked for an invoice, and its history now has a paid one for the same amount. See Payments → Needs you.",
  },
  cash_desk_refused: {
    title: "Checkout.uz refuses cash desk “{cash_desk}”",
    description:
      "Its payments cannot be found until the API key and the IP whitelist are right again.",
    problems: {
      key_refused: {
        title: "Checkout.uz refuses the API key of cash desk “{cash_desk}”",
        description:
          "It is wrong, or the cash desk is not activated yet. Its payments cannot be found until the right key is set under Settings → Checkout.uz.",
      },
      address_not_allowed: {
        title: "Checkout.uz does not let this server in",
        description:
          "Its outgoing IP address is not on the whitelist of cash desk “{cash_desk}”. Add it there in the Checkout.uz dashboard: until then payments cannot be found.",
      },
    },
  },
  cash_desk_without_key: {
    title: "Cash desk “{cash_desk}” has no API key",
    description: "It has open invoices. Set its key so that their payments are found.",
    problems: {
      no_encryption_key: {
        title: "The API key of cash desk “{cash_desk}” cannot be opened",
        description:
          "The encryption key it was stored with is gone from this server. Set the API key again under Settings → Checkout.uz, or ask your developer to put the encryption key back. No new payment can be started until then.",
      },
    },
  },
  payout_due: {
    title: "Send the customer {payout_amount} UZS",
    description:
      "Invoice {number}: send the money in the Checkout.uz dashboard, then mark it as paid out under Payments → Needs you.",
  },
  order_overpaid: {
    title: "Too much was paid for an order",
    description:
      "Invoice {number}: more was paid than is due on its order, since another payment, or a change of the order, came at the same moment. Refund the difference in the order.",
  },
  part_arrived: {
    title: "A part of a payment has come: {amount} UZS",
    description: "Invoice {number}. The order is paid once all parts have come.",
  },
  capture_unexplained: {
    title: "A captured payment has no paid invoice",
    description: "{reason}",
  },
}
