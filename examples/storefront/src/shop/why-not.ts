import type { Word } from "../words"

/** Why a cart could not be changed: Medusa's client keeps the status of an answer, and not its code. */
export function whyNot(reason: unknown): Word {
  const isConflict = reason instanceof Error && "status" in reason && reason.status === 409
  return isConflict ? "cartTaken" : "failed"
}
