import type { Request } from "express"
import type { PaymentSystem } from "../core/payment-systems"
import { english, type Words } from "./translations/en"
import { russian } from "./translations/ru"
import { uzbek } from "./translations/uz"

export type { Words } from "./translations/en"

/** The languages of the hosted pages, by the name they give themselves. */
export const LANGUAGES = { uz: "Oʻzbekcha", ru: "Русский", en: "English" } as const
export type Language = keyof typeof LANGUAGES

const TRANSLATIONS: Readonly<Record<Language, Words>> = { uz: uzbek, ru: russian, en: english }
export const languageCookie = "sandbox_language"

const isLanguage = (text: unknown): text is Language =>
  typeof text === "string" && Object.hasOwn(LANGUAGES, text)

/** The language a visitor has just pressed; undefined where none was. */
export const pressedLanguage = ({ query }: Request): Language | undefined =>
  isLanguage(query["lang"]) ? query["lang"] : undefined

/** Pressed now, pressed before, or the browser's; English where it has none of ours. */
export const wordsFor = (request: Request): Words => {
  const kept = new RegExp(`(?:^|;\\s*)${languageCookie}=(\\w+)`).exec(
    request.get("cookie") ?? ""
  )?.[1]
  const known = [pressedLanguage(request), kept].find(isLanguage)
  const accepted = request.acceptsLanguages("en", "ru", "uz")
  return TRANSLATIONS[known ?? (isLanguage(accepted) ? accepted : "en")]
}

/** What a person calls a payment system: names are never translated, the card is. */
export const systemName = ({ key, name }: PaymentSystem, words: Words): string =>
  key === "card" ? words.bankCard : name
