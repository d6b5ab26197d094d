import { expiresAt } from "../core/invoices"
import { uzsText, type Tiyin } from "../core/money"
import type { Invoice } from "../core/state"
import type { Instant } from "../core/time"
import type { Words } from "./words"

/** An amount for people: whole som without decimals, thousands grouped (`1,250,000 UZS`). */
export const shownAmount = (tiyin: Tiyin, words: Words): string => {
  const [som = "", rest = ""] = uzsText(tiyin).split(".")
  const grouped = som.replace(/\B(?=(\d{3})+$)/g, " ")
  return words.amount(rest === "00" ? grouped : `${grouped}.${rest}`)
}

/** How long an invoice can still be paid, rounded down. */
export const shownTimeLeft = (invoice: Invoice, now: Instant, words: Words): string => {
  const minutes = Math.floor((expiresAt(invoice) - now) / 60_000)
  if (minutes < 1) return words.lessThanAMinute
  if (minutes < 120) return words.minutesLeft(minutes)
  return words.hoursLeft(Math.floor(minutes / 60))
}

/** A card number as people write it: 4-4-4-4. */
export const shownCard = (number: string): string => number.replace(/(\d{4})(?=\d)/g, "$1 ")

/** The beginning of a text that is longer than so many characters; all of a shorter one. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${Array.from(text).slice(0, most).join("")}…`
