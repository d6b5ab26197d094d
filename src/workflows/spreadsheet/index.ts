import { isBankCard, nameOfPaymentSystem } from "../../contract/payment-systems"
import { formatServiceMoment } from "../../contract/service-moment"
import {
  SHARED_WORDS,
  SPREADSHEET_COLUMNS,
  type Language,
  type SharedWords,
} from "../../contract/translations"
import { momentInToshkent } from "../../modules/checkout-uz"

export type Cell = string | number | null
type Row = Readonly<Record<string, Cell>>
type Column = (typeof SPREADSHEET_COLUMNS)[number]

/** A table as a file: columns by their names, with their headings. */
export type Table = { columns: { key: string; header: string }[]; row: (row: Row) => Row }

/** A table for programs: raw names and values. */
export function rawTable(names: readonly string[]): Table {
  return { columns: names.map((name) => ({ key: name, header: name })), row: (row) => row }
}

/**
 * A table for people, of those of its columns that have a heading: words for states, times on
 * Toshkent's clock as `28.11.2026 19:05`, amounts in UZS as that language's spreadsheets read numbers.
 */
export function tableInWords(names: readonly string[], language: Language): Table {
  const words = SHARED_WORDS[language]
  const columns = SPREADSHEET_COLUMNS.filter((name) => names.includes(name))
  return {
    columns: columns.map((name) => ({ key: name, header: words.column[name] })),
    row: (row) =>
      Object.fromEntries(
        columns.map((name) => [
          name,
          name === "payment_system"
            ? paymentSystemInWords(words, row)
            : cellInWords(words, language, name, row[name] ?? null),
        ])
      ),
  }
}

function cellInWords(words: SharedWords, language: Language, name: Column, value: Cell): Cell {
  if (value === null) return null
  switch (name) {
    case "standing":
      return wordFor(words.standing, value)
    case "blocker":
      return wordFor(words.reason, value)
    case "group":
      return wordFor(words.group, value)
    case "service_status":
      return wordFor(words.service_status, value)
    case "part":
      return partInWords(words, String(value))
    case "created_at":
    case "paid_at":
      return momentInToshkent(new Date(value))
    case "paid_at_text":
    case "service_paid_at":
      return formatServiceMoment(String(value))
    case "customer_phone":
      return spacedPhone(String(value))
    case "amount":
    case "payment_amount":
    case "paid":
    case "given_back":
    case "to_send":
    case "service_amount":
    case "our_amount":
      return language === "en" ? value : String(value).replace(".", ",")
    default:
      return value
  }
}

/** As the screens say it: what was paid through a system that nobody named has a word too. */
function paymentSystemInWords(words: SharedWords, { payment_system: key, paid_at }: Row): Cell {
  if (typeof key === "string") return isBankCard(key) ? words.card : nameOfPaymentSystem(key)
  return paid_at === null || paid_at === undefined ? null : words.unnamed_system
}

function wordFor(words: Readonly<Record<string, string>>, value: Cell): Cell {
  return words[String(value)] ?? value
}

/** `2/5` in words: a spreadsheet takes it for a day of May otherwise. */
function partInWords({ part }: SharedWords, value: string): string {
  const [position = "", of = ""] = value.split("/")
  return part.replace("{position}", position).replace("{of}", of)
}

/** Without its plus, which a spreadsheet takes for a formula, and spaced, so that it stays a text. */
function spacedPhone(phone: string): string {
  const digits = phone.replace("+", "")
  return digits.replace(/^(998)(\d{2})(\d{3})(\d{2})(\d{2})$/, "$1 $2 $3 $4 $5")
}

/** The table as its reader wants it. */
export function tableFor(names: readonly string[], language: Language | undefined): Table {
  return language === undefined ? rawTable(names) : tableInWords(names, language)
}
