import { BLOCKS } from "./pages"

const blocks = BLOCKS.filter(
  ({ page, language }) => page === "docs/partitions.md" && language === "sql"
)

function block(at: number): string {
  const found = blocks[at]
  if (found === undefined) throw new Error("docs/partitions.md has fewer blocks of SQL than steps.")
  return found.code
}

/** The SQL of docs/partitions.md, by what it is for; each statement is run by itself. */
export const STEPS = {
  keys: block(0)
    .split(";")
    .filter((statement) => statement.trim() !== ""),
  end: block(1),
  change: block(2),
  months: block(3),
  drop: block(4),
  back: block(5),
} as const
