import type { ReactNode } from "react"

// Not a switch, which would become a ball: its label is pressed as well.
const LARGE =
  "max-sm:[&_[data-button]]:min-h-10 max-sm:[&_button:not([role=switch])]:min-h-10 max-sm:[&_button:not([role=switch])]:min-w-10"

/** On a phone every button in it, and every link that looks like one, is large enough for a finger. */
export const FingerSized = ({ children }: { children: ReactNode }) => (
  <div className={`contents ${LARGE}`}>{children}</div>
)
