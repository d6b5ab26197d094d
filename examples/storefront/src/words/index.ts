import { useSyncExternalStore } from "react"
import en from "./en.json"
import ru from "./ru.json"
import uz from "./uz.json"

export type Word = keyof typeof en
export type Language = "uz" | "ru" | "en"

/** Named as their speakers name them. */
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ["uz", "Oʻzbekcha"],
  ["ru", "Русский"],
  ["en", "English"],
]
const WORDS: Record<Language, Record<Word, string>> = { uz, ru, en }
const KEY = "choynak-language"

let current: Language = chosen() ?? preferred()
const listeners = new Set<() => void>()

/** The language of the moment, for requests: the server's messages are in it too. */
export function language(): Language {
  return current
}

export function setLanguage(next: Language): void {
  current = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // A browser that keeps nothing is asked again next time.
  }
  for (const listener of listeners) listener()
}

/** The words of a screen, in the customer's language. */
export function useWords() {
  const now = useSyncExternalStore(subscribe, language)
  const say = (word: Word, facts: Record<string, string | number> = {}) =>
    WORDS[now][word].replace(/\{(\w+)\}/g, (gap, name: string) => String(facts[name] ?? gap))
  return { say, language: now }
}

export function isWord(text: string): text is Word {
  return text in en
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function chosen(): Language | undefined {
  try {
    return LANGUAGES.find(([code]) => code === localStorage.getItem(KEY))?.[0]
  } catch {
    return undefined
  }
}

function preferred(): Language {
  for (const wanted of navigator.languages) {
    const found = LANGUAGES.find(([code]) => wanted.startsWith(code))
    if (found) return found[0]
  }
  return "uz"
}
