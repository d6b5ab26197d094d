import { formatServiceMoment, type ReceiptRow } from "../../contract"
import { formatUzs } from "./format"
import type { Language } from "./words"

/** What a receipt of Uzbekistan's tax service has, in the order in which people look for it. */
export const RECEIPT_FACTS = [
  "terminal",
  "number",
  "sign",
  "date",
  "amount",
  "vat",
  "link",
] as const
export type ReceiptFact = (typeof RECEIPT_FACTS)[number]

/** By the last part of a value's path: nobody documents the names, so several are known. */
const NAMES: Readonly<Record<ReceiptFact, RegExp>> = {
  terminal: /^(fiscal_)?(terminal|fm)(_id|_number|_num)?$/,
  number: /^(fiscal_)?(receipt|check|cheque)(_id|_number|_num|_no|_seq)$/,
  sign: /^fiscal_(sign|code|mark)$/,
  date: /^(receipt_|fiscal_|check_)?(date|date_time|datetime|time|created_at)$/,
  amount: /^(total|receipt|received)?_?(amount|sum|total)$/,
  vat: /^(total_)?(vat|nds|qqs)(_sum|_amount|_total)?$/,
  link: /^(qr_?code_?)?(ofd_|receipt_|check_|fiscal_)?(url|link)$/,
}
/** A value of the receipt itself, and not of one of its lines. */
const OWN = /^(data\.)?([a-z_]+\.)?[a-zA-Z_]+$/

/** A receipt as people read it: what is known of it by name, and the rest as it came. */
export function readReceipt(rows: readonly ReceiptRow[]): {
  known: { fact: ReceiptFact; row: ReceiptRow }[]
  others: ReceiptRow[]
  link: string | undefined
} {
  const known = RECEIPT_FACTS.flatMap((fact) => {
    const row = rows.find(({ name }) => OWN.test(name) && NAMES[fact].test(lastPart(name)))
    return row ? [{ fact, row }] : []
  })
  const named = new Set(known.map(({ row }) => row))
  return {
    known,
    others: rows.filter((row) => !named.has(row)),
    link: rows.find(({ link }) => link !== null)?.link ?? undefined,
  }
}

const PLAIN_NUMBER = /^\d+(\.\d{1,2})?$/

/** A value of a receipt as the screens write such things; what is not one of them stays as it came. */
export function readableValue(fact: ReceiptFact, value: string, language: Language): string {
  switch (fact) {
    case "amount":
    case "vat":
      return PLAIN_NUMBER.test(value) ? formatUzs(Number(value), language) : value
    case "date":
      return formatServiceMoment(value)
    default:
      return value
  }
}

function lastPart(path: string): string {
  const part = path.slice(path.lastIndexOf(".") + 1)
  return part.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase()
}

/**
 * The path of a value inside an answer whose shape nobody knows, as words: `data.receipt_id` becomes
 * "Receipt id", `data.items.0.price` becomes "Items 1 price".
 */
export function readableName(path: string): string {
  const words = path
    .replace(/^data\./, "")
    .split(".")
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part))
    .join(" ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase()
  return words === "" ? path : words.charAt(0).toUpperCase() + words.slice(1)
}
