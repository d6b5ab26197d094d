import { z } from "zod"
import { LANGUAGES } from "./translations"

export const SEPARATORS = ["comma", "semicolon", "tab"] as const

/**
 * How a table is written. With a language it is for people: headings and states in words, times on
 * Toshkent's clock, ids last. Without one it is for programs: raw names and values.
 */
export const spreadsheetFormSchema = z.object({
  language: z.enum(LANGUAGES).optional(),
  separator: z.enum(SEPARATORS).default("comma"),
})
export type SpreadsheetForm = z.output<typeof spreadsheetFormSchema>
