import type { CheckoutUzError } from "../../client"
import { dayInToshkent } from "../../modules/checkout-uz"

/** Whether a card whose expiry is `MM/YY` cannot pay any more: it is valid to the end of that month, in Toshkent. */
export function hasExpired(cardExpiry: string, now: Date): boolean {
  const [month = "", year = ""] = cardExpiry.split("/")
  const thisMonth = dayInToshkent(now).slice(0, "YYYY-MM".length)
  return `20${year}-${month}` < thisMonth
}

/** Whether the service said no to what the customer entered, and not to what the merchant has set up. */
export function isCustomersMistake({ code, operation }: CheckoutUzError): boolean {
  // A token that has lapsed may well be unknown by then; an invoice of ours never is.
  return code === "refused" || (code === "not_found" && operation === "confirm_card_payment")
}
