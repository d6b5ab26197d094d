import { useSyncExternalStore } from "react"
import { useTranslation } from "react-i18next"
import { LANGUAGES, type Language } from "../../contract/translations"

export { LANGUAGES, type Language }

/** What a person chose for these screens: Medusa's own admin has no Uzbek. */
export type LanguageChoice = Language | "auto"

const STORED_AS = "checkout-uz-language"
const CHANGED = "checkout-uz-language-changed"

/** The language of these screens, and what was chosen for them. */
export function useLanguage(): { language: Language; choice: LanguageChoice } {
  const choice = useSyncExternalStore(subscribe, readSetting)
  const { i18n } = useTranslation()
  return { language: languageFor(choice, i18n.language), choice }
}

export function chooseLanguage(choice: LanguageChoice): void {
  localStorage.setItem(STORED_AS, choice)
  window.dispatchEvent(new Event(CHANGED))
}

/** The chosen language, or the admin's own where these screens have it, or English. */
export function languageFor(choice: LanguageChoice, adminLanguage: string | undefined): Language {
  return choice === "auto" ? (languageOfTag(adminLanguage) ?? "en") : choice
}

/** The language of a tag such as `ru-RU`, where there are words in it. */
export function languageOfTag(tag: string | null | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === tag?.slice(0, 2).toLowerCase())
}

function readSetting(): LanguageChoice {
  const stored = localStorage.getItem(STORED_AS)
  return LANGUAGES.find((language) => language === stored) ?? "auto"
}

function subscribe(changed: () => void): () => void {
  // The first is this window's own, the second another window's.
  window.addEventListener(CHANGED, changed)
  window.addEventListener("storage", changed)
  return () => {
    window.removeEventListener(CHANGED, changed)
    window.removeEventListener("storage", changed)
  }
}
