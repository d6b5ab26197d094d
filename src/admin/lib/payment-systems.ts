import type { Words } from "./words"

/** Names of the payment systems of Uzbekistan, by the service's keys. They are never translated. */
const NAMES: Readonly<Record<string, string>> = {
  click: "Click",
  payme: "Payme",
  uzum: "Uzum Bank",
  uzumbank: "Uzum Bank",
  uzcard: "Uzcard",
  humo: "Humo",
  paynet: "Paynet",
  paylov: "Paylov",
  plum: "Plum",
  xazna: "Xazna",
  oson: "OSON",
  alif: "Alif",
  anor: "Anor",
}
const ORDER = Object.keys(NAMES)

/** What the service calls a payment by card number, whatever the card's own system is. */
const CARD_KEYS: readonly string[] = ["card", "vmcard"]
/** What has a place and a colour of its own. */
const PLACES = [...ORDER, ...CARD_KEYS]

/** What a merchant reads for a payment system: a bank card has a word, the others their names. */
export function paymentSystemInWords(t: Words, key: string | null, serviceName?: string): string {
  if (key === null) return t("common.unknown_system")
  return CARD_KEYS.includes(key.toLowerCase())
    ? t("common.card")
    : nameOfPaymentSystem(key, serviceName)
}

/** The place of a payment system among all that are known; undefined for the others. */
export function placeOf(key: string): number | undefined {
  const index = PLACES.indexOf(key.toLowerCase())
  return index === -1 ? undefined : index
}

/** The name of a payment system; the service's own where it is one we have not heard of. */
export function nameOfPaymentSystem(key: string, serviceName?: string): string {
  return NAMES[key.toLowerCase()] ?? serviceName ?? key.charAt(0).toUpperCase() + key.slice(1)
}

/** Always the same order, so that a payment system keeps its place and colour: unknown ones last. */
export function byPaymentSystem(a: string | null, b: string | null): number {
  return rank(a) - rank(b) || (a ?? "").localeCompare(b ?? "")
}

function rank(key: string | null): number {
  if (key === null) return PLACES.length + 1
  return placeOf(key) ?? PLACES.length
}
