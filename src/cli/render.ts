import type { Finding } from "../contract"

const MARKS = { ok: "✓", warning: "!", error: "✗" } as const
/** Green, yellow and red of a terminal. */
const COLOURS = { ok: 32, warning: 33, error: 31 } as const

/** A line for each finding: what is fine, or what is wrong, what to do about it and its name in `docs/doctor.md`. */
export function render(findings: readonly Finding[], { colours }: { colours: boolean }): string {
  const lines = findings.map(({ id, severity, message, fix }) => {
    const line = `${MARKS[severity]} ${message}${fix === null ? "" : ` ${fix} (${id})`}`
    return colours ? `\u001b[${COLOURS[severity]}m${line}\u001b[39m` : line
  })
  return `${lines.join("\n")}\n`
}
