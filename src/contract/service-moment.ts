/**
 * A moment as the service writes it, in the form of the store's own: `28.11.2026 19:05`. Its time zone is
 * unknown, so its hour stays; another text stays as it is.
 */
export function formatServiceMoment(text: string): string {
  const [, year, month, day, time] =
    /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(text) ?? []
  return time === undefined ? text : [day, month, year].join(".") + ` ${time}`
}
