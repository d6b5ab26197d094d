import { z } from "zod"

/*
 * What may be chosen in medusa-config and in the admin alike, with the same bounds: the options, what is
 * kept of a merchant's settings, the admin's routes and its page read them here.
 */

export const ORDER_PLACEMENTS = ["after_payment", "before_payment"] as const
export const orderPlacementSchema = z.enum(ORDER_PLACEMENTS)

export const LANGUAGES = ["en", "ru", "uz"] as const
/** The language of the notifications in the admin, which everybody who works there reads. */
export const alertLanguageSchema = z.enum(LANGUAGES)

/** Characters of a note on the payment page that the service is sure to take. */
export const LONGEST_DESCRIPTION = 200

/** Days after its lifetime for which an unpaid invoice is still polled. */
export const watchDaysSchema = wholeNumber(1, 365)

/** The most parts a payment above the service's limit is paid in; 1 switches it off. */
export const partsMaxSchema = wholeNumber(1, 20)

/**
 * Hours after the lifetime of its last part's invoice until a payment that is not finished is the
 * merchant's to decide.
 */
export const partsWaitHoursSchema = wholeNumber(1, 720)

/** Both ends included. A wrong one is one sentence, whatever is wrong with it. */
function wholeNumber(from: number, to: number) {
  const error = `must be a whole number from ${from} to ${to}`
  // In this order: a zod that reads `int` last would forget both ends in the API's description.
  return z.number(error).int({ error, abort: true }).min(from, error).max(to, error)
}
