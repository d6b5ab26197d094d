const HIDDEN = "[hidden]"

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
}

/** A card number or a code is still itself with spaces, dashes or dots between its digits. */
function patternOf(secret: string): string {
  const digits = secret.replace(/[\s-]/g, "")
  if (/^\d{4,}$/.test(digits)) return Array.from(digits).join("[\\s.,_-]{0,3}")
  const inAnAddress = new URLSearchParams({ "": secret }).toString().slice(1)
  return [secret, inAnAddress].map(escaped).join("|")
}

/**
 * A function that blots out the given secrets in any text of the service before it goes into an
 * error or a message: services do echo what they were sent.
 */
export function secretHider(secrets: readonly string[]): (text: string) => string {
  const known = secrets.map((secret) => secret.trim()).filter((secret) => secret !== "")
  if (known.length === 0) return (text) => text
  const longestFirst = known.sort((a, b) => b.length - a.length).map(patternOf)
  const pattern = new RegExp(longestFirst.join("|"), "gi")
  return (text) => text.replace(pattern, HIDDEN)
}
