import { readFile, writeFile } from "node:fs/promises"
import { cpus, totalmem } from "node:os"
import { join } from "node:path"
import { format, resolveConfig } from "prettier"

const FILE = join(__dirname, "RESULTS.md")

/** One line of a table, by its columns. */
export type Row = Record<string, string>

/** Puts a table under a heading of RESULTS.md, in place of the one that was there. */
export async function keepResults(
  title: string,
  note: string,
  rows: readonly Row[]
): Promise<void> {
  const kept = await readFile(FILE, "utf8").catch(() => "# Results\n")
  const [head = "", ...sections] = kept.split(/^## /m)
  const others = sections.filter((section) => !section.startsWith(`${title}\n`))
  const date = new Date().toISOString().slice(0, 10)
  const text = [
    title,
    note,
    `Measured on ${date}: ${machine()}. Compare within one run only.`,
    table(rows),
  ]
  const document = [head, ...[...others, text.join("\n\n")].sort()].join("\n\n## ")
  const style = await resolveConfig(FILE)
  await writeFile(FILE, await format(document, { ...style, parser: "markdown" }))
}

function machine(): string {
  const [cpu] = cpus()
  const memory = `${(totalmem() / 1_073_741_824).toFixed(0)} GB`
  return `${cpus().length} cores (${cpu?.model.trim() ?? "unknown"}), ${memory}, Node ${process.version}`
}

function table(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => columns.map((column) => row[column] ?? ""))
  return [columns, columns.map(() => "---"), ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")
}
