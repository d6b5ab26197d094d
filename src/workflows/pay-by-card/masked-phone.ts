const RUN = /[+\d*•][\d*•()\s-]*/g
/** How many digits of a phone are left to know it by; all of them would be no mask. */
const FEWEST_DIGITS = 2
const MOST_DIGITS = 9
/** A phone with its country has 12 digits; 16, digits and stars, are a card's number. */
const LONGEST = 13

/**
 * The masked phone in the service's words, such as `+998 90 *** ** 67` or `**1234`. What these words
 * are is not documented, so anything else is no phone.
 */
export function maskedPhoneIn(message: string): string | undefined {
  for (const [run] of message.matchAll(RUN)) {
    const phone = run.replace(/[\s(-]+$/, "")
    const digits = phone.replaceAll(/\D/g, "").length
    const length = phone.replaceAll(/[^\d*•]/g, "").length
    const isMasked = /[*•]{2}/.test(phone)
    if (isMasked && digits >= FEWEST_DIGITS && digits <= MOST_DIGITS && length <= LONGEST) {
      return phone
    }
  }
  return undefined
}
