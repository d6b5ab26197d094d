import { pluginOptions, providerOptions, tableOf } from "./option-tables"

/** The command that writes what is generated. */
export const COMMAND = "npm run docs:options"
export const CONFIGURATION = "docs/configuration.md"

/** A page with the tables of the options between its markers. @throws Error where a marker is missing */
export function withTables(page: string): string {
  const tables = { plugin: tableOf(pluginOptions()), entry: tableOf(providerOptions()) }
  return Object.entries(tables).reduce((text, [name, table]) => between(text, name, table), page)
}

function between(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}: written by "${COMMAND}" -->`, `<!-- /${name} -->`]
  const [before, rest] = page.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) {
    throw new Error(`${CONFIGURATION} must have one ${begin} and one ${end} after it.`)
  }
  return `${before}${begin}\n\n${content}\n\n${end}${after}`
}
