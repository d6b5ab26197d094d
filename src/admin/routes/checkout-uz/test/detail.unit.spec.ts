import { mayMove } from "../../../../modules/checkout-uz/invoice-state"
import { invoiceSchema } from "../../../../contract"
import { prettyBody } from "../invoices/detail/pretty-body"
import { noteOf, stepOf } from "../invoices/detail/steps"

const STATES = invoiceSchema.shape.state.options

describe("the history of an invoice", () => {
  it("has words for every move there is", () => {
    const wordless = STATES.flatMap((from) =>
      STATES.filter((to) => mayMove(from, to) && stepOf(from, to) === undefined)
    )
    expect(wordless).toEqual([])
  })

  it("has none for a move it does not know", () => {
    expect(stepOf("pending", "refunded")).toBeUndefined()
  })

  it("shows what the merchant said and not the server's mark before it", () => {
    expect(noteOf({ note: "retry: the customer called" })).toBe("the customer called")
    expect(noteOf({ note: "retry" })).toBeUndefined()
    expect(noteOf({ note: null })).toBeUndefined()
    expect(noteOf({ note: "retrying by hand" })).toBe("retrying by hand")
  })
})

describe("a webhook's body", () => {
  it("is put on lines where it is JSON", () => {
    expect(prettyBody('{"a":1}')).toEqual({ language: "json", code: '{\n  "a": 1\n}' })
  })

  it("is shown as it came where it is not", () => {
    expect(prettyBody("order_id=1&x")).toEqual({ language: "text", code: "order_id=1&x" })
  })
})
