import { mayTransition } from "../../../../modules/checkout-uz/invoices/states"
import { invoiceSchema } from "../../../../contract"
import en from "../../../i18n/en/payments.json"
import { prettyBody } from "../invoices/detail/pretty-body"
import { noteOf, onePressOneLine, reasonIn, stepOf } from "../invoices/detail/steps"

const STATES = invoiceSchema.shape.state.options

describe("the history of an invoice", () => {
  it("has words for every move there is", () => {
    const moves = STATES.flatMap((from) =>
      STATES.filter((to) => mayTransition(from, to)).map((to) => ({
        from,
        to,
        actor: null,
        note: null,
        reason: null,
      }))
    )
    expect(moves.filter((move) => stepOf(move) === undefined)).toEqual([])
    const words: Record<string, string> = en.step
    expect(moves.map((move) => words[stepOf(move) ?? ""])).not.toContain(undefined)
  })

  it("tells what got in the way from what a merchant tried", () => {
    const line = { from: "paid", to: "paid", note: "retry", reason: "cart_changed" }
    expect(stepOf({ ...line, actor: null })).toBe("blocked")
    expect(stepOf({ ...line, actor: { id: "user_1", email: null, name: null } })).toBe(
      "tried_again"
    )
    expect(reasonIn({ reason: "cart_changed" })).toBe("cart_changed")
  })

  it("tells no failure of a part that waits for the others", () => {
    const line = { from: "paid", to: "paid", actor: null, note: null, reason: "part_paid" }
    expect(stepOf(line)).toBe("awaits_parts")
    expect(Object.keys(en.step)).toContain("awaits_parts")
  })

  it("says where a merchant gave the customer more time for the other parts", () => {
    const actor = { id: "user_1", email: null, name: null }
    const line = { from: "paid", to: "paid", actor, reason: null }
    expect(stepOf({ ...line, note: "wait" })).toBe("waited")
    expect(stepOf({ ...line, note: "wait: on Friday" })).toBe("waited")
    expect(stepOf({ ...line, note: "waiting" })).toBe("tried_again")
    expect(noteOf({ note: "wait" })).toBeUndefined()
    expect(noteOf({ note: "wait: on Friday" })).toBe("on Friday")
    expect(noteOf({ note: "wait: retry: on Friday" })).toBe("retry: on Friday")
  })

  it("has no words for a move, or a reason, that it does not know", () => {
    expect(
      stepOf({ from: "pending", to: "refunded", actor: null, note: null, reason: null })
    ).toBeUndefined()
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

describe("one press of a merchant", () => {
  const actor = { id: "user_1", email: "sotuvchi@example.uz", name: "Aziza" }
  const press = {
    from: "paid",
    to: "paid",
    reason: "cart_changed",
    actor,
    note: "retry: she called",
    at: "2026-11-02T10:00:00.000Z",
  }
  const blocked = {
    from: "paid",
    to: "paid",
    reason: "nothing_owed",
    actor: null,
    note: null,
    at: "2026-11-02T10:00:02.000Z",
  }
  const settled = { ...blocked, to: "settled", reason: null }

  it("is one line, with what came of it, who pressed and what they noted", () => {
    expect(onePressOneLine([press, settled])).toEqual([{ ...settled, actor, note: press.note }])
    const [line] = onePressOneLine([press, blocked])
    expect(line && [stepOf(line), reasonIn(line), noteOf(line)]).toEqual([
      "tried_again",
      "nothing_owed",
      "she called",
    ])
  })

  it("is a line of its own where nothing came of it, or only long after", () => {
    const later = { ...settled, at: "2026-11-02T10:05:00.000Z" }
    expect(onePressOneLine([press])).toEqual([press])
    expect(onePressOneLine([press, later])).toEqual([press, later])
    expect(onePressOneLine([press, { ...press, at: blocked.at }])).toHaveLength(2)
  })

  it("takes nothing away of what happened by itself, or that somebody else did", () => {
    const returned = { ...settled, to: "returned", actor, note: "by phone" }
    expect(onePressOneLine([blocked, settled, returned])).toEqual([blocked, settled, returned])
    expect(onePressOneLine([press, returned])).toEqual([press, returned])
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
