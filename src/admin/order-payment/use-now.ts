import { useEffect, useState } from "react"

const EVERY_MS = 10_000

/** The time, for what runs out while somebody looks at it. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date())
    }, EVERY_MS)
    return () => {
      clearInterval(timer)
    }
  }, [])
  return now
}
