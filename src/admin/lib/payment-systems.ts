/** Names of the payment systems of Uzbekistan, by the service's keys. They are never translated. */
const NAMES: Readonly<Record<string, string>> = {
  click: "Click",
  payme: "Payme",
  uzum: "Uzum Bank",
  uzumbank: "Uzum Bank",
  uzcard: "Uzcard",
  humo: "Humo",
  vmcard: "Visa / Mastercard",
  paynet: "Paynet",
  paylov: "Paylov",
  plum: "Plum",
  xazna: "Xazna",
  oson: "OSON",
  alif: "Alif",
  anor: "Anor",
}
const ORDER = Object.keys(NAMES)

/** The name of a payment system; the service's own where it is one we have not heard of. */
export function nameOfPaymentSystem(key: string, serviceName?: string): string {
  return NAMES[key.toLowerCase()] ?? serviceName ?? key.charAt(0).toUpperCase() + key.slice(1)
}

/** Always the same order, so that a payment system keeps its place and colour: unknown ones last. */
export function byPaymentSystem(a: string | null, b: string | null): number {
  return rank(a) - rank(b) || (a ?? "").localeCompare(b ?? "")
}

function rank(key: string | null): number {
  if (key === null) return ORDER.length + 1
  const index = ORDER.indexOf(key.toLowerCase())
  return index === -1 ? ORDER.length : index
}
