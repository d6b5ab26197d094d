import fc from "fast-check"
import { parseInvoiceNumber, parseWebhook } from ".."
import { DOCUMENTED_WEBHOOK as documented } from "./samples"

const read = {
  number: 61001,
  webhookType: "version_1_1",
  paymentSystem: "click",
  shopId: "9",
  amount: "7000",
  currency: "UZS",
  performTime: 1784000000123,
  sentAt: 1784000000,
  providerDetails: {},
}

function withData(changes: Record<string, unknown>) {
  return { ...documented, data: { ...documented.data, ...changes } }
}

describe("a webhook wakes us up", () => {
  it("the body of docs/service.md, 12.1, with every field", () => {
    expect(parseWebhook(documented)).toEqual({
      kind: "payment_confirmed",
      webhook: { ...read, raw: documented },
    })
  })

  it("the same with texts of digits for numbers, and without provider_details", () => {
    const body = {
      ...withData({
        order_id: "61001",
        amount: "7000.00",
        perform_time: "1784000000123",
        provider_details: undefined,
      }),
      shop_id: "9",
      timestamp: "1784000000",
    }
    expect(parseWebhook(body)).toMatchObject({
      kind: "payment_confirmed",
      webhook: { ...read, providerDetails: undefined },
    })
  })

  it("unknown fields are kept", () => {
    const body = { ...withData({ extra: [1] }), more: { deep: true } }
    expect(parseWebhook(body)).toMatchObject({ webhook: { raw: body } })
  })

  it("another event is told apart by its name", () => {
    expect(parseWebhook({ ...documented, event: "payment_refunded" })).toEqual({
      kind: "other_event",
      event: "payment_refunded",
    })
  })

  it("is matched on data.order_id alone, never on another id in it", () => {
    const body = {
      ...documented,
      id: 1,
      uuid: "x",
      order_id: 2,
      data: { id: 3, provider_details: { order_id: 4, id: 5 } },
    }
    expect(parseWebhook(body)).toEqual({
      kind: "unreadable",
      reason: "data.order_id: expected an invoice number",
    })
  })

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a list", [documented]],
    ["a text", JSON.stringify(documented)],
    ["no data", { event: "payment_confirmed" }],
    ["data null", { event: "payment_confirmed", data: null }],
    ["order_id true", withData({ order_id: true })],
    ["order_id negative", withData({ order_id: -61001 })],
    ["order_id a fraction", withData({ order_id: 61001.5 })],
    ["order_id with blanks", withData({ order_id: " 61001" })],
    [
      "order_id inherited only",
      { event: "payment_confirmed", data: Object.create({ order_id: 61001 }) as unknown },
    ],
  ])("%s is unreadable, with a reason", (_, body) => {
    expect(parseWebhook(body)).toEqual({
      kind: "unreadable",
      reason: expect.stringMatching(/.+/) as unknown,
    })
  })

  it("a wrong type in any other field never loses it: it is never sent again", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), fc.boolean(), (a, b, c, text) => {
        const order_id = text ? "61001" : 61001
        const data = {
          order_id,
          amount: a,
          currency: b,
          status: c,
          provider_details: a,
          perform_time: b,
        }
        const body = {
          webhook_type: a,
          status: b,
          payment_system: c,
          shop_id: a,
          timestamp: b,
          data,
        }
        for (const event of ["payment_confirmed", undefined, 7, null, "", {}]) {
          expect(parseWebhook({ ...body, event })).toMatchObject({
            kind: "payment_confirmed",
            webhook: { number: 61001 },
          })
        }
      })
    )
  })

  it("never throws and never names another invoice, whatever the body", () => {
    const anyBody = fc.oneof(
      fc.jsonValue(),
      fc.anything(),
      fc.record({ event: fc.constant("payment_confirmed"), data: fc.jsonValue() }),
      fc.record({
        data: fc.record({ order_id: fc.oneof(fc.jsonValue(), fc.integer(), fc.nat().map(String)) }),
      })
    )
    fc.assert(
      fc.property(anyBody, (body) => {
        const parsed = parseWebhook(body)
        if (parsed.kind !== "payment_confirmed") return
        const { data } = body as { data: { order_id: unknown } }
        expect(parsed.webhook.number).toBe(parseInvoiceNumber(data.order_id))
      })
    )
  })

  it("is not harmed by deep nesting, special keys or fields that throw", () => {
    const deep = JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) as unknown
    expect(parseWebhook(withData({ provider_details: deep }))).toMatchObject({
      kind: "payment_confirmed",
    })
    const special = JSON.parse(
      '{"__proto__":{"data":{"order_id":1}},"constructor":1,"event":"payment_confirmed"}'
    ) as unknown
    expect(parseWebhook(special)).toMatchObject({ kind: "unreadable" })
    const throwing = {
      get event(): string {
        throw new Error("no")
      },
    }
    expect(parseWebhook(throwing)).toEqual({
      kind: "unreadable",
      reason: "the body could not be read",
    })
  })
})

describe("invoice numbers", () => {
  it.each([[61001], ["61001"], ["061001"], [1], [Number.MAX_SAFE_INTEGER]])("reads %p", (value) => {
    expect(parseInvoiceNumber(value)).toBe(Number(value))
  })

  it.each([
    [0],
    [-1],
    [1.5],
    [NaN],
    [Infinity],
    [2 ** 53],
    ["9007199254740993"],
    [""],
    ["1e3"],
    ["0x1"],
    [" 1"],
    ["1\n"],
    [true],
    [null],
    [undefined],
    [[61001]],
    [61001n],
  ])("refuses %p", (value) => {
    expect(parseInvoiceNumber(value)).toBeUndefined()
  })

  it("never names another invoice than the one written", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.bigInt({ min: 0n, max: 10n ** 17n }).map(String)),
        (value) => {
          const number = parseInvoiceNumber(value)
          if (number === undefined) return
          expect(BigInt(number)).toBe(BigInt(value as string | number))
        }
      )
    )
  })
})
