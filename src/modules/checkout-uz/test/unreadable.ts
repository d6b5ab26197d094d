/** In the message of every error that reading these values throws: no sentence may repeat it. */
export const THROWN = "s3cr3t-in-an-error"

/** An object whose field throws when it is read. */
export function throwing(name: string, rest: object = {}): Record<string, unknown> {
  return Object.defineProperty({ ...rest }, name, {
    enumerable: true,
    get: () => {
      throw new Error(THROWN)
    },
  })
}

/** An object that contains itself under these names, alone and in a list. */
export function circular(...names: string[]): Record<string, unknown> {
  const itself: Record<string, unknown> = {}
  for (const name of names) itself[name] = itself
  return Object.assign(itself, { list: [itself] })
}

/** An object that throws whatever is done with it. */
export function revoked(): Record<string, unknown> {
  const { proxy, revoke } = Proxy.revocable<Record<string, unknown>>({}, {})
  revoke()
  return proxy
}
