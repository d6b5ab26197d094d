import { useCallback } from "react"
import { useSearchParams } from "react-router-dom"

export const TABS = ["overview", "invoices", "attention", "report"] as const
export type Tab = (typeof TABS)[number]

/** What the page shows stands in its address, so that it can be linked to and gone back from. */
export function useAddress() {
  const [params, setParams] = useSearchParams()

  /** Changes parts of the address; what is undefined or empty is taken out. */
  const go = useCallback(
    (changes: Record<string, string | undefined>, how: { replace?: boolean } = {}) => {
      setParams((before) => withChanges(before, changes), how)
    },
    [setParams]
  )
  return { params, go, tab: TABS.find((tab) => tab === params.get("tab")) ?? "overview" }
}

/** The query of the address as it is, but for some parts. */
export function withChanges(
  before: URLSearchParams,
  changes: Record<string, string | undefined>
): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") after.delete(name)
    else after.set(name, value)
  }
  return after
}
