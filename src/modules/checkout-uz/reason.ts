const LONGEST_REASON = 200

/**
 * Why the database refused a statement, for a log: without the statement, whose values are webhook
 * bodies and tokens. Database libraries write `<statement> - <reason>`.
 */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split(" - ").at(-1) ?? "").slice(0, LONGEST_REASON)
}
