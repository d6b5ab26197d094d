import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { stringify } from "csv-stringify"
import type { SpreadsheetForm } from "../../../contract"
import { dayInToshkent, reasonOf } from "../../../modules/checkout-uz"
import { tableFor, type Cell, type Table } from "../../../workflows/spreadsheet"

const DELIMITER = { comma: ",", semicolon: ";", tab: "\t" } as const

/** A table to be sent; rows come one by one. */
export type Csv<Column extends string> = {
  /** What it is a table of: a part of the file's name. */
  name: string
  columns: readonly Column[]
  rows: Iterable<Record<Column, Cell>> | AsyncIterable<Record<Column, Cell>>
  form: SpreadsheetForm
}

/**
 * Sends a table as a CSV file (RFC 4180, UTF-8 with a byte order mark for spreadsheets), no faster
 * than it is read. A text that a spreadsheet would take for a formula gets an apostrophe in front:
 * strangers choose e-mails and what webhooks say.
 *
 * What fails before the first row is an answer like any other; after it, the file breaks off.
 */
export async function sendCsv<Column extends string>(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  { name, columns, rows, form }: Csv<Column>
): Promise<void> {
  const table = tableFor(columns, form.language)
  const iterator = oneByOne(rows, table.row)
  const first = await iterator.next()
  const file = `checkout-uz-${name}-${dayInToshkent(new Date())}.csv`
  res.setHeader("content-type", "text/csv; charset=utf-8")
  res.setHeader("content-disposition", `attachment; filename="${file}"`)
  res.setHeader("cache-control", "no-store")
  const text = stringify({
    header: true,
    columns: table.columns,
    delimiter: DELIMITER[form.separator],
    bom: true,
    record_delimiter: "windows",
    escape_formulas: true,
    cast: { string: withoutHiddenFormulas },
  })
  try {
    await pipeline(Readable.from(startingWith(first, iterator)), text, res)
  } catch (error) {
    const logger = req.scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
    logger.warn(`The file ${file} was not sent to its end: ${reasonOf(error)}`)
  }
}

/** A spreadsheet that splits at another separator than the file's begins a cell in the middle of a text. */
const FORMULA_INSIDE = /([,;\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g

function withoutHiddenFormulas(text: string): string {
  return text.replaceAll(FORMULA_INSIDE, "$1'")
}

async function* oneByOne(rows: Csv<string>["rows"], write: Table["row"]) {
  for await (const row of rows) yield write(row)
}

async function* startingWith<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>) {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value
  } finally {
    // Whoever stops reading ends the reading of the database.
    await rest.return(undefined)
  }
}
