import type { ReactNode } from "react"

/** On a phone every button in it, and every link that looks like one, is large enough for a finger. */
export const FingerSized = ({ children }: { children: ReactNode }) => (
  <div className="contents max-sm:[&_[data-button]]:min-h-10 max-sm:[&_button]:min-h-10 max-sm:[&_button]:min-w-10">
    {children}
  </div>
)
