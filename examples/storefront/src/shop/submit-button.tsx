import type { ReactNode } from "react"

interface SubmitButtonProps {
  isBusy: boolean
  className?: string
  children: ReactNode
}

/** It stays in the order of the keyboard while something is under way; the form ignores it then. */
export function SubmitButton({ isBusy, className = "button", children }: SubmitButtonProps) {
  return (
    <button type="submit" className={className} aria-disabled={isBusy} aria-busy={isBusy}>
      {isBusy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
