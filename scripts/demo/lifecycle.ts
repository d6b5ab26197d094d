type Close = () => Promise<void> | void

/** Remembers what was opened, and closes it in the opposite order, once. */
export interface Lifecycle {
  onClose: (close: Close) => void
  close: () => Promise<void>
}

export function newLifecycle(): Lifecycle {
  const opened: Close[] = []
  let closing: Promise<void> | undefined

  const closeAll = async () => {
    for (const close of opened.reverse()) {
      try {
        await close()
      } catch (error) {
        // What will not end must not keep the others alive.
        process.stderr.write(`While stopping: ${String(error)}\n`)
      }
    }
  }
  return {
    onClose: (close) => void opened.push(close),
    close: () => (closing ??= closeAll()),
  }
}
