import { AsyncLocalStorage } from "node:async_hooks"

/** Which of several things that are done beside each other a line is about. */
const lane = new AsyncLocalStorage<string>()

/** Puts a name in front of each line that `work` prints, since others print between them. */
export function inLane<T>(name: string, work: () => Promise<T>): Promise<T> {
  return lane.run(name, work)
}

/** Prints what is being done before it is done, and how long it took after; in a lane, both after. */
export async function step<T>(
  label: string,
  work: () => Promise<T>,
  note?: (result: T) => string
): Promise<T> {
  const started = performance.now()
  const begin = `  ${named(label)} … `
  const isAlone = lane.getStore() === undefined
  if (isAlone) process.stdout.write(begin)
  const end = (text: string) => process.stdout.write(`${isAlone ? "" : begin}${text}\n`)
  try {
    const result = await work()
    const text = note?.(result) ?? ""
    end(`${text === "" ? "" : `${text}, `}${secondsSince(started)}`)
    return result
  } catch (error) {
    end(`failed after ${secondsSince(started)}`)
    throw error
  }
}

export function heading(text: string): void {
  const isAlone = lane.getStore() === undefined
  process.stdout.write(isAlone ? `\n${text}\n` : `  ${named(text)}\n`)
}

export function line(text = ""): void {
  process.stdout.write(`${text === "" ? "" : `  ${text}`}\n`)
}

/** UZS for people: `65,000 UZS`. */
export function som(amount: number): string {
  return `${String(amount).replace(/\B(?=(\d{3})+(?!\d))/g, ",")} UZS`
}

function named(text: string): string {
  const name = lane.getStore()
  return name === undefined ? text : `${name}: ${text}`
}

function secondsSince(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}
