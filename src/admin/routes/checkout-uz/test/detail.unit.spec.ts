import { mayTransition } from "../../../../modules/checkout-uz/invoices/states"
import { invoiceSchema } from "../../../../contract"
import en from "../../../i18n/en/payments.json"
import { prettyBody } from "../invoices/detail/pretty-body"
import { noteOf, reasonIn, stepOf } from "../invoices/detail/steps"

const STATES = invoiceSchema.shape.state.options

describe("the history of an invoice", () => {
  it("has words for every move there is", () => {
    const moves = STATES.flatMap((from) =>
      STATES.filter((to) => mayTransition(from, to)).map((to) => ({ from, to, actor: null }))
    )
    expect(moves.filter((move) => stepOf(move) === undefined)).toEqual([])
    const words: Record<string, string> = en.step
    expect(moves.map((move) => words[stepOf(move) ?? ""])).not.toContain(undefined)
  })

  it("tells what got in the way from what a merchant tried", () => {
    const line = { from: "paid", to: "paid" }
    expect(stepOf({ ...line, actor: null })).toBe("blocked")
    expect(stepOf({ ...line, actor: { id: "user_1", email: null, name: null } })).toBe(
      "tried_again"
    )
    expect(reasonIn({ reason: "cart_changed" })).toBe("cart_changed")
  })

  it("has no words for a move, or a reason, that it does not know", () => {
    expect(stepOf({ from: "pending", to: "refunded", actor: null })).toBeUndefined()
    expect(reasonIn({ reason: "session_gone" })).toBeUndefined()
    expect(reasonIn({ reason: null })).toBeUndefined()
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
