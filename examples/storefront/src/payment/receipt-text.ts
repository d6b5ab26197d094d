import type { Receipt, ReceiptRow } from "medusa-payment-checkout-uz/storefront"
import type { Word } from "../words"

/** A receipt as people read it. */
interface ReadReceipt {
  /** What is called by a word of ours, in the order in which people look for it. */
  known: { word: Word; row: ReceiptRow }[]
  /** What is called by what its own name says. */
  others: { name: string; row: ReceiptRow }[]
  /** Where the receipt itself is shown. */
  address: string | undefined
}

const LINK = /^((receipt|fiscal|check|ofd|qr|qr_code)_)?(url|link)$/
/** By the last part of a value's path: nobody documents the names, so several are known. */
const FACTS: readonly (readonly [Word, RegExp])[] = [
  ["receiptTerminal", /^(fiscal_)?(terminal|fm)(_id|_number|_num)?$/],
  ["receiptNumber", /^(fiscal_)?(receipt|check|cheque)(_id|_number|_num|_no|_seq)$/],
  ["receiptSign", /^fiscal_(sign|code|mark)$/],
  ["receiptDate", /^(receipt_|fiscal_|check_)?(date|date_time|datetime|time|created_at)$/],
  ["receiptAmount", /^(total|receipt|received)?_?(amount|sum|total)$/],
  ["receiptVat", /^(total_)?(vat|nds|qqs)(_sum|_amount|_total)?$/],
  ["receiptLink", LINK],
]
/** A value of the receipt itself, and not of one of its lines. */
const OWN = /^(data\.)?([a-z_]+\.)?[a-zA-Z_]+$/

export function readReceipt(receipt: Receipt): ReadReceipt {
  const links = receipt.filter(({ link }) => link !== null)
  const shown = links.find((row) => isCalled(row, LINK)) ?? links.at(0)
  // A link that is safe to open is a button, and needs no line of its own.
  const lines = receipt.filter((row) => row !== shown)
  const known = FACTS.flatMap(([word, names]) => {
    const row = lines.find((line) => isCalled(line, names))
    return row ? [{ word, row }] : []
  })
  const named = new Set(known.map(({ row }) => row))
  const others = lines.filter((row) => !named.has(row))
  return {
    known,
    others: others.map((row) => ({ name: readableName(row.name), row })),
    address: shown?.link ?? undefined,
  }
}

function isCalled({ name }: ReceiptRow, names: RegExp): boolean {
  return OWN.test(name) && names.test(partsOf(name).last)
}

/** `data.items.0.unitPrice` becomes "Unit price 1", which tells the lines of a receipt apart. */
function readableName(path: string): string {
  const { last, places } = partsOf(path)
  const name = [last.replace(/[_-]+/g, " ").trim(), ...places].join(" ").trim()
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The name a path ends with, in small letters, and the places in lists on the way, counted from 1. */
function partsOf(path: string): { last: string; places: number[] } {
  const parts = path.split(".").filter((part) => part !== "")
  const isPlace = (part: string) => /^\d+$/.test(part)
  const last = parts.filter((part) => !isPlace(part)).at(-1) ?? ""
  return {
    last: last.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase(),
    places: parts.filter(isPlace).map((part) => Number(part) + 1),
  }
}
