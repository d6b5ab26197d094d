import { useEffect, useRef } from "react"

/** Calls a function when it has not been asked for `wait` milliseconds; never after the screen left. */
export function useDebouncedCallback<T>(run: (value: T) => void, wait: number): (value: T) => void {
  const latest = useRef(run)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = run
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
    },
    []
  )
  return (value) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      latest.current(value)
    }, wait)
  }
}
