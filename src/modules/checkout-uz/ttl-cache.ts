/** Values that were read a moment ago, shared by the whole process. Failed reads are not cached. */
export class TtlCache<K, V> {
  readonly #ttlMs: number
  readonly #read: (key: K) => Promise<V>
  readonly #entries = new Map<K, { value: Promise<V>; until: number }>()

  /** @param ttlMs milliseconds for which a value is cached, from the beginning of its read on */
  constructor(ttlMs: number, read: (key: K) => Promise<V>) {
    this.#ttlMs = ttlMs
    this.#read = read
  }

  get(key: K): Promise<V> {
    const now = performance.now()
    const found = this.#entries.get(key)
    if (found && found.until > now) return found.value
    const entry = { value: this.#read(key), until: now + this.#ttlMs }
    this.#entries.set(key, entry)
    entry.value.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
    })
    return entry.value
  }

  /** The next `get` reads afresh, also where a read is under way. */
  forget(key: K): void {
    this.#entries.delete(key)
  }
}
