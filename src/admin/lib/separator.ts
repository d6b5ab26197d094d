import { useSyncExternalStore } from "react"
import { SEPARATORS, type SpreadsheetForm } from "../../contract"
import type { Language } from "./language"

type Separator = SpreadsheetForm["separator"]
const STORED_AS = "checkout-uz-separator"
const CHANGED = "checkout-uz-separator-changed"

/** What stands between the cells of an export: as it was chosen on this computer, else as the language has it. */
export function useSeparator(language: Language): Separator {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(STORED_AS))
  return separatorFor(language, stored)
}

/** Where a comma parts the decimals, a semicolon parts the cells. */
export function separatorFor(language: Language, stored: string | null): Separator {
  return SEPARATORS.find((known) => known === stored) ?? (language === "en" ? "comma" : "semicolon")
}

export function chooseSeparator(separator: string): void {
  localStorage.setItem(STORED_AS, separator)
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed)
  return () => {
    window.removeEventListener(CHANGED, changed)
  }
}
