import { APOSTROPHES, isOrderNumber } from "./label"

/** What a merchant's search may mean; an invoice that fits one of them is found. */
export type Search = {
  /** Exactly this order number. */
  orderNumber: number | undefined
  /** How the invoice's number begins, all of it included. */
  numberStart: string | undefined
  /**
   * Parts of the customer's e-mail, name or phone, as the column `search_words` has them, in any order: a
   * surname comes first or last.
   */
  words: readonly string[]
}

/** Digits with what people write between those of a phone. */
const PHONE = /^\+?[\d\s().-]*\d[\d\s().-]*$/

/** Reads a search; undefined where there is nothing to search for. */
export function readSearch(text: string | undefined): Search | undefined {
  const typed = text?.trim() ?? ""
  if (typed === "") return undefined
  const [, sign, digits] = /^([#№]?)\s*(\d+)$/.exec(typed) ?? []
  const number = Number(digits)
  const phone = PHONE.test(typed) ? typed.replace(/\D/g, "") : undefined
  const parts =
    phone === undefined
      ? withoutApostrophes(typed.toLowerCase()).split(/\s+/).filter(Boolean)
      : [withoutCountry(phone)]
  return {
    orderNumber: isOrderNumber(number) ? number : undefined,
    numberStart: sign === "" ? digits : undefined,
    words: digits !== undefined && sign !== "" ? [] : parts,
  }
}

/** Customers leave their phone with Uzbekistan's code or without it. */
function withoutCountry(phone: string): string {
  return /^998\d{9}$/.test(phone) ? phone.slice(3) : phone
}

function withoutApostrophes(text: string): string {
  return Array.from(text)
    .filter((letter) => !APOSTROPHES.includes(letter))
    .join("")
}
