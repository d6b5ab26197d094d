/**
 * The phone a code was sent to, as the service masks it in its message; undefined where the message
 * names none. A number that is not masked is nobody's business and not passed on.
 */
export function phoneIn(message: string): string | undefined {
  const masked = /\+?[\d(][\d()\s-]*[*•xX][\d()*•xX\s-]*\d{2,4}|[*•]{2,}[\s-]?\d{2,4}/.exec(message)
  return masked?.[0].trim()
}
