import type { Language } from "./words"

const SPACE = "\u00a0"
const UNITS: Record<string, Record<Language, string>> = {
  g: { uz: "g", ru: "г", en: "g" },
  l: { uz: "l", ru: "л", en: "l" },
  dona: { uz: "dona", ru: "шт.", en: "pcs" },
  quti: { uz: "quti", ru: "коробка", en: "box" },
}

/** An amount in UZS, as it is written in each language: `Intl` would add decimals and a code. */
export function som(amount: number, language: Language): string {
  const thousands = language === "en" ? "," : SPACE
  const digits = String(Math.round(amount)).replace(/\B(?=(\d{3})+$)/g, thousands)
  const name = { uz: "soʻm", ru: "сум", en: "UZS" }[language]
  return `${digits}${SPACE}${name}`
}

/** `250 g`, as the catalogue has it, in another language. */
export function size(text: string, language: Language): string {
  const [number = "", unit = ""] = text.split(" ")
  const name = UNITS[unit]?.[language]
  return name ? `${number}${SPACE}${name}` : text
}

/** `0:59` */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}
