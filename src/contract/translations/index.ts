import { LANGUAGES } from "../../modules/checkout-uz/settings/choices"
import { en, type SharedWords } from "./en"
import { ru } from "./ru"
import { uz } from "./uz"

export { SPREADSHEET_COLUMNS, type SharedWords } from "./en"
export { LANGUAGES }
export type Language = (typeof LANGUAGES)[number]
export const SHARED_WORDS: Readonly<Record<Language, SharedWords>> = { en, ru, uz }
