import { STEPS } from "../../scripts/documents/tables-by-month"

/** The way there, as if it had been gone months ago: every month since then gets a table of its own. */
export function wayAgo(months: number): string[] {
  const ago = (statement: string) =>
    replaced(statement, "interval '1 month 7 days'", `interval '${-months} months'`)
  return [...STEPS.keys, ago(STEPS.end), ago(STEPS.change), STEPS.months]
}

/** The step for the months to come, for more of them. */
export function monthsAhead(months: number): string {
  return replaced(STEPS.months, "'3 months'", `'${months} months'`)
}

function replaced(statement: string, what: string, by: string): string {
  if (!statement.includes(what)) throw new Error(`docs/partitions.md no longer has "${what}".`)
  return statement.replace(what, by)
}
