import type { CashDesk, Fault } from "./state"

/**
 * Faults that hit every call are used up in the order they were ordered; each counts down its
 * `times`. Those with a `rate` share one throw of the dice, so that each gets exactly its share:
 * 5% of one kind and 5% of another are 10% together. `random` is from 0 to below 1.
 */
export const takeFault = (
  desk: CashDesk,
  operation: string,
  random: () => number = Math.random
): Fault | null => {
  const ordered = desk.faults.filter((waiting) => waiting.operation === operation)
  let thrown = ordered.length === 0 ? 1 : random()
  const fault = ordered.find(({ rate }) => {
    const hit = thrown < rate
    thrown -= rate
    return hit
  })
  if (!fault) return null
  fault.hits += 1
  fault.times -= 1
  if (fault.times === 0) desk.faults = desk.faults.filter((waiting) => waiting !== fault)
  return fault
}
