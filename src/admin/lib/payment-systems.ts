import { isBankCard, nameOfPaymentSystem, onePaymentSystem, PAYMENT_SYSTEMS } from "../../contract"
import type { Words } from "./words"

/** What a merchant reads for a payment system: a bank card has a word, the others their names. */
export function paymentSystemInWords(t: Words, key: string | null, serviceName?: string): string {
  if (key === null) return t("common.unnamed_system")
  return isBankCard(key) ? t("common.card") : nameOfPaymentSystem(key, serviceName)
}

/** The place of a payment system among all that are known; undefined for the others. */
export function placeOf(key: string): number | undefined {
  const index = PAYMENT_SYSTEMS.indexOf(onePaymentSystem(key))
  return index === -1 ? undefined : index
}

/** Always the same order, so that a payment system keeps its place and colour: unknown ones last. */
export function byPaymentSystem(a: string | null, b: string | null): number {
  return rank(a) - rank(b) || (a ?? "").localeCompare(b ?? "")
}

function rank(key: string | null): number {
  if (key === null) return PAYMENT_SYSTEMS.length + 1
  return placeOf(key) ?? PAYMENT_SYSTEMS.length
}

/** What is known of a payment system at the service, by whichever of its keys. */
export function methodOf<T extends { key: string }>(
  methods: readonly T[],
  system: string
): T | undefined {
  const exact = methods.find(({ key }) => key === system)
  return exact ?? methods.find(({ key }) => onePaymentSystem(key) === onePaymentSystem(system))
}
