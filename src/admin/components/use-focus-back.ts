import { useRef } from "react"

/**
 * For a drawer or a dialog that is opened without a button of its own kind: when it closes, the focus goes
 * back to where it was.
 */
export function useFocusBack() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (before.current instanceof HTMLElement) before.current.focus()
    },
  }
}
