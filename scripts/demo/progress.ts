/** Prints what is being done before it is done, and how long it took after. */
export async function step<T>(
  label: string,
  work: () => Promise<T>,
  note?: (result: T) => string
): Promise<T> {
  const started = performance.now()
  process.stdout.write(`  ${label} … `)
  try {
    const result = await work()
    const text = note?.(result) ?? ""
    process.stdout.write(`${text === "" ? "" : `${text}, `}${secondsSince(started)}\n`)
    return result
  } catch (error) {
    process.stdout.write(`failed after ${secondsSince(started)}\n`)
    throw error
  }
}

export function heading(text: string): void {
  process.stdout.write(`\n${text}\n`)
}

export function line(text = ""): void {
  process.stdout.write(`${text === "" ? "" : `  ${text}`}\n`)
}

/** UZS for people: `65,000 UZS`. */
export function som(amount: number): string {
  return `${String(amount).replace(/\B(?=(\d{3})+(?!\d))/g, ",")} UZS`
}

function secondsSince(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}
