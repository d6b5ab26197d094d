/** Seconds in which core may still be telling the provider of a refund, or booking it, or taking it back. */
const SETTLED_SECONDS = 60

/**
 * Whether core may still be at work on a row. By the database's clock; a row whose server's clock is ahead cannot
 * tell, and is not waited for.
 */
export function isJustMade(createdAt: Date, now: Date): boolean {
  const seconds = (now.getTime() - createdAt.getTime()) / 1000
  return seconds >= 0 && seconds <= SETTLED_SECONDS
}
