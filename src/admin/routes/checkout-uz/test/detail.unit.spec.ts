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

  it.each([
    '{"a":{},"b":[],"c":[{}],"d":{"e":[[],{"f":null}]}}',
    '[1,-2.5,true,"x"]',
    '{"text":"{[,:]} \\"quoted\\" \\\\","path":"C:\\\\","":" a  b "}',
    ' { "a" : 1 ,\r\n "b" : [ 1 , 2 ] } ',
    '"alone"',
    "7",
  ])("stands as JSON is usually written: %s", (body) => {
    expect(prettyBody(body).code).toBe(JSON.stringify(JSON.parse(body), undefined, 2))
  })

  it("keeps every digit, and every escape and name as it was sent", () => {
    const body = '{"id":12345678901234567890,"sum":1000.00,"shop":"\\u041a\\/1","id":1E400}'
    expect(prettyBody(body).code).toBe(
      [
        "{",
        '  "id": 12345678901234567890,',
        '  "sum": 1000.00,',
        '  "shop": "\\u041a\\/1",',
        '  "id": 1E400',
        "}",
      ].join("\n")
    )
  })

  it.each(["order_id=1&x", "", '{"a":1', "{'a':1}", '{"a":01}', "<html></html>"])(
    "is shown as it came where it is not: %j",
    (body) => {
      expect(prettyBody(body)).toEqual({ language: "text", code: body })
    }
  )
})
