/** Random choices that a seed repeats. */
export type Random = {
  /** From 0 to below 1. */
  next: () => number
  /** True for this share of the calls. */
  chance: (share: number) => boolean
  /** A whole number from 0 to below `limit`. */
  below: (limit: number) => number
  pick: <T>(from: readonly [T, ...T[]]) => T
}

/** The generator "mulberry32": small, and good enough to choose customers by. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    chance: (share) => next() < share,
    below,
    pick: (from) => from[below(from.length)] ?? from[0],
  }
}

/** Exactly this share of `count` places, in random order: a short run has its share too. */
export function shareOf(random: Random, count: number, share: number): boolean[] {
  const wanted = Math.round(count * share)
  const places = Array.from({ length: count }, (_, index) => index < wanted)
  for (let last = count - 1; last > 0; last -= 1) {
    const other = random.below(last + 1)
    const kept = places[last] ?? false
    places[last] = places[other] ?? false
    places[other] = kept
  }
  return places
}
