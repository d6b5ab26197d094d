import { useCallback } from "react"
import { useLocation, useNavigate, useSearchParams } from "react-router-dom"

export const TABS = ["overview", "invoices", "attention", "report"] as const
export type Tab = (typeof TABS)[number]

/** What the page shows is in its address, so that it can be linked to and gone back from. */
export function useAddress() {
  const [params, setParams] = useSearchParams()

  /** Changes parts of the address; what is undefined or empty is taken out. */
  const go = useCallback(
    (
      changes: Record<string, string | undefined>,
      how: { replace?: boolean; state?: typeof OPENED_HERE } = {}
    ) => {
      setParams((before) => withChanges(before, changes), how)
    },
    [setParams]
  )
  return { params, go, tab: TABS.find((tab) => tab === params.get("tab")) ?? "overview" }
}

/** What an entry of the browser's history says where an invoice was opened from this page. */
export const OPENED_HERE = { checkoutUz: "opened-here" } as const

/** Opens an invoice beside what is shown, and closes it as the back button would. */
export function useInvoicePanel() {
  const { params, go } = useAddress()
  const navigate = useNavigate()
  const location: { state: unknown } = useLocation()
  return {
    id: params.get("invoice"),
    open: (id: string) => {
      go({ invoice: id }, { state: OPENED_HERE })
    },
    close: () => {
      if (isOpenedHere(location.state)) void navigate(-1)
      else go({ invoice: undefined }, { replace: true })
    },
  }
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === "object" && state !== null && "checkoutUz" in state
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
