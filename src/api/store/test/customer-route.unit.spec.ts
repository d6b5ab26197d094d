import { MedusaError } from "@medusajs/framework/utils"
import { LockTaken } from "../../../payment-context"
import { refusal } from "../../../providers/checkout-uz/refusals"
import { meaningOf } from "../customer-route"

describe("what a route threw means to a customer", () => {
  it("that something failed, whatever it is; what it was is for the log", () => {
    const error = new Error("Connection terminated unexpectedly")
    expect(meaningOf(error)).toEqual({ kind: "failed", error })
    expect(meaningOf("gone")).toEqual({ kind: "failed", error: new Error("gone") })
  })

  it("that somebody else is at it where a lock is taken", () => {
    expect(meaningOf(new LockTaken())).toEqual({
      kind: "in_progress",
      message: LockTaken.MESSAGE,
    })
  })

  it("what the provider refused, also after it came through a workflow, which leaves no class of it", () => {
    const refused = refusal("email_missing", "The cart has no e-mail address yet.")
    const { type, code, message } = refused
    for (const error of [refused, { __isMedusaError: true, type, code, message }]) {
      expect(meaningOf(error)).toEqual({ kind: "refused", code: "email_missing", message })
    }
  })

  it("that paying is not possible where Medusa refuses with a sentence of its own", () => {
    const message = "Unknown provider."
    const theirs = new MedusaError(MedusaError.Types.INVALID_DATA, message)
    expect(meaningOf(theirs)).toEqual({ kind: "refused", code: "service_failed", message })
  })
})
