import { OURS, THEIRS, type Provider } from "./customer"
import type { Samples } from "./ratios"

/** Takes samples of both providers; the one that comes second is the first of the next pair. */
export async function inTurn(
  count: number,
  sample: (provider: Provider, n: number) => Promise<number>
): Promise<Samples> {
  const samples: Samples = { [OURS]: [], [THEIRS]: [] }
  for (let n = 0; n < count; n++) {
    const turn = n % 2 === 0 ? ([OURS, THEIRS] as const) : ([THEIRS, OURS] as const)
    for (const provider of turn) samples[provider].push(await sample(provider, n))
  }
  return samples
}

export async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const start = performance.now()
  const result = await work()
  return [performance.now() - start, result]
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Of a list that is gone through again and again. */
export function nth<T>(list: readonly T[], n: number): T {
  const found = list[n % list.length]
  if (found === undefined) throw new Error("There are too few carts.")
  return found
}
