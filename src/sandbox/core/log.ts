/** A log that keeps its newest entries only, so that a long run does not grow without bound. */
export type Log<T> = { readonly length: number; entries: T[] }

export const emptyLog = <T>(length: number): Log<T> => ({ length, entries: [] })

export const append = <T>(log: Log<T>, entry: T): void => {
  log.entries.push(entry)
  // Cut in one go now and then: shifting at every entry would copy the whole log each time.
  if (log.entries.length >= log.length * 1.25) log.entries = log.entries.slice(-log.length)
}

/** The newest entries, oldest first. */
export const kept = <T>(log: Log<T>): T[] => log.entries.slice(-log.length)
