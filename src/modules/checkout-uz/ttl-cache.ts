/** What was read a moment ago, for everybody in this process who asks. */
export type ShortLived<K, V> = {
  get: (key: K) => Promise<V>
  /** What is asked for from now on is read afresh, also where a read is under way. */
  forget: (key: K) => void
}

/** Remembers for so many milliseconds, from the beginning of the read on. Failures are not kept. */
export function shortLived<K, V>(ms: number, read: (key: K) => Promise<V>): ShortLived<K, V> {
  const known = new Map<K, { value: Promise<V>; until: number }>()
  return {
    get: (key) => {
      const now = performance.now()
      const found = known.get(key)
      if (found && found.until > now) return found.value
      const entry = { value: read(key), until: now + ms }
      known.set(key, entry)
      entry.value.catch(() => {
        if (known.get(key) === entry) known.delete(key)
      })
      return entry.value
    },
    forget: (key) => {
      known.delete(key)
    },
  }
}
