import { useSyncExternalStore } from "react"

/** Narrower than this a table has no room. */
const PHONE = "(max-width: 639px)"

/** Whether the screen is as narrow as a phone's. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches)
}

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(PHONE)
  query.addEventListener("change", changed)
  return () => {
    query.removeEventListener("change", changed)
  }
}
