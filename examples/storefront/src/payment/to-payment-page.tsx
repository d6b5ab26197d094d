import { useEffect, useRef } from "react"
import { useWords } from "../words"
import { useIsOffline } from "./offline"

interface ToPaymentPageProps {
  address: string
  /** What it says, where that is more than where it leads to. */
  label?: string | undefined
  /** Where it takes the place of what had the focus. */
  takesFocus?: boolean
}

/** Without network, it would lead to the browser's own error. */
export function ToPaymentPage({ address, label, takesFocus = false }: ToPaymentPageProps) {
  const { say } = useWords()
  const isOffline = useIsOffline()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) link.current?.focus()
  }, [takesFocus])
  return (
    <a
      ref={link}
      className={label === undefined ? "button" : "button big"}
      href={address}
      aria-disabled={isOffline}
      onClick={(event) => {
        if (isOffline) event.preventDefault()
      }}
    >
      {isOffline ? say("noConnection") : (label ?? say("toPaymentPage"))}
    </a>
  )
}
