import { z } from "zod"

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
