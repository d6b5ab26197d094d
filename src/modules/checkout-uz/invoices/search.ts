import { isOrderNumber } from "./label"

/** What a merchant's search may mean; an invoice that fits one of them is found. */
export type Search = {
  /** Exactly this order number. */
  orderNumber: number | undefined
  /** How the invoice's number begins, all of it included. */
  numberStart: string | undefined
  /** A part of the e-mail, without apostrophes. */
  emailPart: string | undefined
}

/** The ways in which people type the mark of oʻ and gʻ: an address may hold another, or none. */
export const APOSTROPHES = "ʻʼ‘’'`´"

/** Reads a search; undefined where there is nothing to search for. */
export function readSearch(text: string | undefined): Search | undefined {
  const typed = text?.trim() ?? ""
  if (typed === "") return undefined
  const [, sign, digits] = /^([#№]?)\s*(\d+)$/.exec(typed) ?? []
  const number = Number(digits)
  const part = withoutApostrophes(typed.toLowerCase())
  return {
    orderNumber: isOrderNumber(number) ? number : undefined,
    numberStart: sign === "" ? digits : undefined,
    emailPart: digits !== undefined && sign !== "" ? undefined : part === "" ? undefined : part,
  }
}

function withoutApostrophes(text: string): string {
  return Array.from(text)
    .filter((letter) => !APOSTROPHES.includes(letter))
    .join("")
}
