import type { CashDesk, Fault } from "./state"

/** Faults are used up in the order they were ordered; each counts down its `times`. */
export const takeFault = (desk: CashDesk, operation: string): Fault | null => {
  const fault = desk.faults.find((waiting) => waiting.operation === operation)
  if (!fault) return null
  fault.times -= 1
  if (fault.times === 0) desk.faults = desk.faults.filter((waiting) => waiting !== fault)
  return fault
}
