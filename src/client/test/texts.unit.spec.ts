import fc from "fast-check"
import { cutText, parseWebhook } from ".."
import { reply, useLocalServer } from "./local-server"
import {
  CALLS,
  createdPayment,
  DOCUMENTED_WEBHOOK,
  number,
  paidStatus,
  rejection,
  uzs,
} from "./samples"

const server = useLocalServer()

/** What no column of PostgreSQL takes: NUL, and half a character; in this order no halves make a whole. */
const JUNK = ["\0", "\udf75", "\ud83c"]
/** A text with all of it: in front, inside, behind, and twice in a row. */
const spoil = (text: string) =>
  `\0\udf75${text.slice(0, 3)}${JUNK.join("")}${text.slice(3)}\ud83c\0`

/** The same JSON with every text and every key spoiled. */
function spoiled(value: unknown): unknown {
  if (typeof value === "string") return spoil(value)
  if (Array.isArray(value)) return value.map(spoiled)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [spoil(key), spoiled(item)]))
}

/** Every text and every key in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return [...Object.keys(value), ...Object.values(value).flatMap(textsIn)]
}

function expectStorable(value: unknown): void {
  for (const text of textsIn(value)) {
    expect(text).not.toContain("\0")
    expect(text).toBe(Buffer.from(text, "utf8").toString("utf8"))
  }
}

const anyJson = fc.jsonValue({ stringUnit: "binary" })
const junkJson = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.array(fc.constantFrom("a", ...JUNK)).map((parts) => parts.join("")),
    fc.integer(),
    fc.array(tie("node")),
    fc.dictionary(
      fc.array(fc.constantFrom("b", ...JUNK)).map((parts) => parts.join("")),
      tie("node")
    )
  ),
})).node

describe("no text of the service stands in the way of money", () => {
  it.each(CALLS)(
    "$operation: an answer full of what no database takes is read as if it were clean",
    async ({ call, answer }) => {
      server.says(reply(200, answer))
      const clean = await call(server.client())
      for (const body of [JSON.stringify(spoiled(answer)), `\0${JSON.stringify(answer)}\0`]) {
        server.says(reply(200, body))
        expect(await call(server.client())).toEqual(clean)
      }
    }
  )

  it("an invoice made with such texts in every side field can be stored as it is", async () => {
    const full = createdPayment({
      _pay_via: { "cli\0ck": "https://c\0" },
      custom_payment_pages: [{ domain: "pay\ud83c.shop.uz", _url: "https://pay.shop.uz/1" }],
      _return_url: "https://shop.uz/\udf75back",
    })
    server.says(reply(200, full))
    const invoice = await server.client().createPayment({ amount: uzs("7000") })
    expectStorable(invoice)
    expect(invoice).toMatchObject({
      payVia: { click: "https://c" },
      customPaymentPages: [{ domain: "pay.shop.uz", url: "https://pay.shop.uz/1" }],
      returnUrl: "https://shop.uz/back",
    })
  })

  it("a receipt, of which any JSON is passed on, holds none at any depth", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(junkJson, anyJson), async (fiscal) => {
        server.says(reply(200, { status: "success", fiscal }))
        expectStorable(await server.client().getFiscal({ orderId: number(61001) }))
      }),
      { numRuns: 100 }
    )
  })

  it("a webhook holds none at any depth, and names its invoice all the same", () => {
    fc.assert(
      fc.property(fc.oneof(junkJson, anyJson), (details) => {
        const data = { ...DOCUMENTED_WEBHOOK.data, provider_details: details }
        const body = { ...DOCUMENTED_WEBHOOK, payment_system: spoil("click"), data }
        const parsed = parseWebhook(body)
        expectStorable(parsed)
        expect(parsed).toMatchObject({ webhook: { number: 61001, paymentSystem: "click" } })
      })
    )
    expectStorable(parseWebhook({ ...DOCUMENTED_WEBHOOK, event: spoil("payment_refunded") }))
  })

  it.each([
    ["as JSON", JSON.stringify({ error: spoil("bad amount") })],
    ["nested", JSON.stringify({ error: { message: spoil("bad amount") } })],
    ["in plain text", "\0bad amount\0"],
  ])("the service's words about a failure hold none: %s", async (_, body) => {
    server.says(reply(400, body))
    const error = await rejection(server.client().statusPayment({ id: number(61001) }))
    expect(error).toMatchObject({ code: "refused", serviceText: "bad amount" })
  })

  it("a field that only reads like another one never takes its place", async () => {
    const { data } = paidStatus({ status: "pending", amount: "7000.00" })
    const forged = { ...data, "status\0": "paid", "am\0ount": "1" }
    for (const record of [forged, Object.fromEntries(Object.entries(forged).reverse())]) {
      server.says(reply(200, { status: "success", data: record }))
      expect(await server.client().statusPayment({ id: number(61001) })).toMatchObject({
        status: "pending",
        amount: "7000",
      })
    }
  })
})

describe("a text is cut by character", () => {
  it.each([
    ["🍵🍵🍵", 2, "🍵🍵"],
    ["a🍵b🍵", 3, "a🍵b"],
    ["choy", 10, "choy"],
    ["choy", 0, ""],
    ["\0ch\ud83coy\udf75", 3, "cho"],
    ["🍵\0\0\0\0\0\0ab", 2, "🍵a"],
  ])("%j to %d characters is %j", (text, limit, cut) => {
    expect(cutText(text, limit)).toBe(cut)
  })

  it("whatever the text: never longer than the limit, and never half a character", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "🍵", "ʻ", ...JUNK)).map((parts) => parts.join("")),
        fc.nat(20),
        (text, limit) => {
          const cut = cutText(text, limit)
          expectStorable(cut)
          expect(Array.from(cut).length).toBeLessThanOrEqual(limit)
          expect(cutText(text, 1_000).startsWith(cut)).toBe(true)
        }
      )
    )
  })
})
