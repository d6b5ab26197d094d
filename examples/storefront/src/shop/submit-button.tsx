import { useEffect, useRef, type ReactNode } from "react"

interface SubmitButtonProps {
  isBusy: boolean
  className?: string
  /** Where it takes the place of what had the focus. */
  takesFocus?: boolean
  children: ReactNode
}

/** It stays in the order of the keyboard while something is under way; the form ignores it then. */
export function SubmitButton(props: SubmitButtonProps) {
  const { isBusy, className = "button", takesFocus = false, children } = props
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <button
      ref={button}
      type="submit"
      className={className}
      aria-disabled={isBusy}
      aria-busy={isBusy}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
