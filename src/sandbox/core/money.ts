import { amountDecimals } from "../assumptions"

/** Amounts are kept as whole tiyin (1 UZS = 100 tiyin), so that sums are exact. */
export type Tiyin = number

const tiyinPerSom = 10 ** amountDecimals

export const smallestAmount: Tiyin = 1_000 * tiyinPerSom
export const largestAmount: Tiyin = 10_000_000 * tiyinPerSom

/** UZS as it came over the wire -> tiyin; null where it has more decimals than there are tiyin. */
export const tiyinOf = (uzs: number): Tiyin | null => {
  const tiyin = Math.round(uzs * tiyinPerSom)
  return tiyin / tiyinPerSom === uzs ? tiyin : null
}

/** Tiyin -> UZS, the documented type. */
export const uzsNumber = (tiyin: Tiyin): number => tiyin / tiyinPerSom

/** Tiyin -> UZS with two decimals, the observed type: `"7000.00"`. */
export const uzsText = (tiyin: Tiyin): string => {
  const som = Math.trunc(tiyin / tiyinPerSom)
  const rest = String(tiyin % tiyinPerSom).padStart(amountDecimals, "0")
  return `${som}.${rest}`
}
