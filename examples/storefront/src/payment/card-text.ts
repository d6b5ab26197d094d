/** Public lists contradict each other, so that a prefix chooses a picture and decides nothing. */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^(8600|5614)/, "Uzcard"],
  [/^9860/, "Humo"],
  [/^4/, "Visa"],
  [/^(5[1-5]|2[2-7])/, "Mastercard"],
  [/^62/, "UnionPay"],
]

export const digitsOf = (text: string): string => text.replace(/\D/g, "")

/** `8600 0000 0000 0001` */
export function asCardNumber(text: string): string {
  return digitsOf(text)
    .slice(0, 16)
    .replace(/(\d{4})(?=\d)/g, "$1 ")
}

/** `MM/YY`, also of `8`, `829` and `08 / 2029`. */
export function asExpiry(text: string): string {
  let digits = digitsOf(text)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (/^\d\d20\d\d/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4)
  const [month, year] = [digits.slice(0, 2), digits.slice(2, 4)]
  // While it is being deleted, the slash goes with the digit before it.
  return year === "" && !text.endsWith("/") ? month : `${month}/${year}`
}

export function isExpiry(text: string): boolean {
  return /^(0[1-9]|1[0-2])\/\d\d$/.test(text)
}

export function brandOf(number: string): string | undefined {
  return BRANDS.find(([prefix]) => prefix.test(digitsOf(number)))?.[1]
}

/** By Luhn's check, which finds most typing mistakes; not every good card here is known to pass it. */
export function looksMistyped(number: string): boolean {
  const digits = digitsOf(number)
  if (digits.length !== 16) return false
  const sum = Array.from(digits, Number).reduce((total, digit, place) => {
    const value = digit * (place % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 !== 0
}
