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
/** What the service calls a payment by card number, whatever the card's own system is. */
const CARD_KEYS: readonly string[] = ["card", "vmcard"]

/** In a filter: paid, and nobody named the payment system. No key of one. */
export const UNNAMED_SYSTEM = "unnamed"

/** The one key that a payment system is counted, sorted and coloured by, whichever of its keys is used. */
export function onePaymentSystem(key: string): string {
  const known = key.toLowerCase()
  if (isBankCard(known)) return CARD_KEYS[0] ?? known
  const name = NAMES[known]
  return name === undefined ? key : (Object.keys(NAMES).find((one) => NAMES[one] === name) ?? key)
}

/** Whether it is a payment by card number. */
export function isBankCard(key: string): boolean {
  return CARD_KEYS.includes(key.toLowerCase())
}

/** The name of a payment system; the service's own where it is one we have not heard of. */
export function nameOfPaymentSystem(key: string, serviceName?: string): string {
  return NAMES[key.toLowerCase()] ?? serviceName ?? key.charAt(0).toUpperCase() + key.slice(1)
}

/** All that are known, each with a place and a colour of its own. */
export const PAYMENT_SYSTEMS: readonly string[] = [...Object.keys(NAMES), ...CARD_KEYS]
