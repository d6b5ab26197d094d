import type { CheckoutUzError } from "../../client"
import type { PaymentSessionAnswer } from "../../contract"
import { dayInToshkent } from "../../modules/checkout-uz"

/** Whether a card whose expiry is `MM/YY` cannot pay any more: it is valid to the end of that month, in Toshkent. */
export function hasExpired(cardExpiry: string, now: Date): boolean {
  const [month = "", year = ""] = cardExpiry.split("/")
  const thisMonth = dayInToshkent(now).slice(0, "YYYY-MM".length)
  return `20${year}-${month}` < thisMonth
}

/**
 * Why there is nothing to pay by card: a shop goes on to the order where the money for it is here.
 *
 * INVARIANT: what is only promised, such as cash on delivery, is never called paid.
 *
 * @param hasCome whether the session's own invoice was paid
 */
export function whyNotPayable(
  status: PaymentSessionAnswer["status"],
  hasCome: boolean
): "already_paid" | "not_payable" {
  const isBought = status === "paid" || status === "order_placed"
  return isBought && hasCome ? "already_paid" : "not_payable"
}

/** Whether the service said no to what the customer entered, and not to what the merchant has set up. */
export function isCustomersMistake(error: CheckoutUzError): boolean {
  return error.code === "refused" || isUnknownToken(error)
}

/** A token that has lapsed may well be unknown by then; an invoice of ours never is. */
export function isUnknownToken({ code, operation }: CheckoutUzError): boolean {
  return code === "not_found" && operation === "confirm_card_payment"
}
