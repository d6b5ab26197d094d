/** Digits of a bank card's number. */
const SHORTEST = 13
const LONGEST = 19
/** How Uzcard's and Humo's numbers begin. Whether theirs pass the Luhn check is not sure. */
const LOCAL_BEGINNING = /^(8600|5614|6262|9860)/
/** A time in milliseconds, as webhooks carry; no bank card of so few digits begins like it. */
const MILLISECONDS = /^1\d{12}$/

/** Groups of digits with a single space or dash between them. */
const DIGITS = /\d+(?:[ \u00a0-]\d+)*/g
/** Digits, spaces and dashes that JSON spells out. */
const SPELLED_OUT = /\\u00(3\d|20|2d|a0)/gi

/**
 * Hides every number that looks like a bank card's but for its last four digits. A webhook's body is
 * whatever its sender put into it.
 */
export function maskCardNumbers(text: string): string {
  return text
    .replace(SPELLED_OUT, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(DIGITS, maskRun)
}

/** In a run of groups, such as a card's number with its expiry behind it, any of them may begin one. */
function maskRun(run: string): string {
  // Groups are at even places, what stands between them at odd ones.
  const parts = run.split(/([ \u00a0-])/)
  let masked = ""
  for (let place = 0; place < parts.length;) {
    const end = endOfCard(parts, place)
    const piece = parts.slice(place, end ?? place + 1).join("")
    place = end ?? place + 1
    masked += end === undefined ? piece : hide(piece)
    masked += parts[place] ?? ""
    place += 1
  }
  return masked
}

/** Where the longest card number that begins with a group ends; undefined where none does. */
function endOfCard(parts: readonly string[], begin: number): number | undefined {
  let digits = ""
  let end: number | undefined
  for (let place = begin; place < parts.length && digits.length <= LONGEST; place += 2) {
    digits += parts[place] ?? ""
    if (looksLikeCard(digits)) end = place + 1
  }
  return end
}

/** Stars for all digits but the last four. */
function hide(number: string): string {
  return number.replace(/\d(?=(?:\D*\d){4})/g, "*")
}

function looksLikeCard(digits: string): boolean {
  if (digits.length < SHORTEST || digits.length > LONGEST || MILLISECONDS.test(digits)) return false
  return LOCAL_BEGINNING.test(digits) || passesLuhn(digits)
}

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .map(Number)
    .map((digit, index) => (index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2))
    .reduce((total, value) => total + value, 0)
  return sum % 10 === 0
}
