import { useSyncExternalStore, type ReactNode } from "react"

const MOVED = "choynak:moved"

/** The address of the moment. */
export function useAddress(): URL {
  const href = useSyncExternalStore(subscribe, () => location.href)
  return new URL(href)
}

export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", to)
  else history.pushState(null, "", to)
  dispatchEvent(new Event(MOVED))
}

export function Link({ to, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        navigate(to)
      }}
    >
      {children}
    </a>
  )
}

interface LinkProps {
  to: string
  children: ReactNode
  className?: string
  "aria-label"?: string
}

function subscribe(listener: () => void): () => void {
  addEventListener("popstate", listener)
  addEventListener(MOVED, listener)
  return () => {
    removeEventListener("popstate", listener)
    removeEventListener(MOVED, listener)
  }
}
