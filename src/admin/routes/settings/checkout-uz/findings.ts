import type { Finding } from "../../../../contract"

const RANKS = { error: 0, warning: 1, ok: 2 } as const

/** What has to be mended comes first; what is alike stays in the order it was checked in. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((one, other) => RANKS[one.severity] - RANKS[other.severity])
}

export function countFindings(findings: readonly Finding[]): { errors: number; warnings: number } {
  const count = (severity: Finding["severity"]) =>
    findings.filter((finding) => finding.severity === severity).length
  return { errors: count("error"), warnings: count("warning") }
}
