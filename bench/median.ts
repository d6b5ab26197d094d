/** The middle one of some figures; of an even number the upper one. NaN where there is none. */
export function medianOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
}
