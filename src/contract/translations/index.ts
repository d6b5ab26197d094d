import { en, type SharedWords } from "./en"
import { ru } from "./ru"
import { uz } from "./uz"

export { SPREADSHEET_COLUMNS, type SharedWords } from "./en"
export const LANGUAGES = ["en", "ru", "uz"] as const
export type Language = (typeof LANGUAGES)[number]
export const SHARED_WORDS: Readonly<Record<Language, SharedWords>> = { en, ru, uz }
