/** What a card payment must leave nowhere. */
export type CardSecrets = {
  /** With or without spaces. */
  cards: readonly string[]
  /** `MM/YY`, of a year that no date comes near. */
  expiry: string
  codes: readonly string[]
  /** The service's, for the second step. */
  tokens: readonly string[]
}

/** Digits of a card that already give it away: no mask shows as many in a row. */
const FRAGMENT = 12
/** What may stand between two digits and leave them readable. */
const GAP = String.raw`[\s.,_-]{0,3}`

/**
 * Where a text gives a card payment away; returns what was found with some text around it. A code and an
 * expiry are short, so they count only where they stand alone: inside a word of base64 or hex, or as the
 * fraction of a second, such digits come by chance.
 */
export function findCardLeaks(text: string, secrets: CardSecrets): string[] {
  return patternsOf(secrets).flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index }) =>
      text.slice(Math.max(0, index - 60), index + 60)
    )
  )
}

function patternsOf({ cards, expiry, codes, tokens }: CardSecrets): RegExp[] {
  const [month = "", year = ""] = expiry.split("/")
  const slash = String.raw`(?:\\{0,7}/|%2f|[ -])`
  return [
    ...cards.flatMap((card) => cardPatterns(card.replaceAll(/\D/g, ""))),
    alone(`${month}${slash}(?:20)?${year}`),
    ...codes.map((code) => alone(Array.from(code).join("[ -]?"))),
    ...tokens.flatMap((token) => [token, hexOf(token)]).map((token) => new RegExp(token, "gi")),
  ]
}

function cardPatterns(digits: string): RegExp[] {
  const starts = Array.from({ length: digits.length - FRAGMENT + 1 }, (_, start) => start)
  return [
    ...starts
      .map((start) => digits.slice(start, start + FRAGMENT))
      // A run of zeros comes by chance.
      .filter((fragment) => !/0{6}/.test(fragment))
      .map((fragment) => new RegExp(Array.from(fragment).join(GAP), "g")),
    new RegExp(Array.from(digits).join(GAP), "g"),
    new RegExp(hexOf(digits), "gi"),
  ]
}

function alone(pattern: string): RegExp {
  // The letter of an escaped line break is no part of a word.
  const before = String.raw`(?:(?<![\w.])|(?<=\\[nrt]))`
  return new RegExp(String.raw`${before}${pattern}(?!\w)`, "gi")
}

function hexOf(text: string): string {
  return Buffer.from(text).toString("hex")
}
