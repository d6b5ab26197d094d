import { presentDelivery } from "../present-delivery"

const CARD = "8600123412341234"

function shown(body: string | Buffer) {
  return presentDelivery({
    id: "cuhook_1",
    at: new Date("2026-11-28T05:00:00Z"),
    tokenMatched: true,
    body: Buffer.from(body),
  })
}

it("shows a body as text and the payment system's data, with card numbers hidden in both", () => {
  const details = { card: CARD, pan: Number(CARD), [CARD]: [CARD], click_trans_id: 17, none: null }
  const delivery = shown(JSON.stringify({ data: { order_id: 7, provider_details: details } }))
  expect(JSON.stringify(delivery)).not.toContain(CARD)
  expect(delivery).toMatchObject({ at: "2026-11-28T05:00:00.000Z", token_matched: true })
  const hidden = "************1234"
  expect(delivery.provider_details).toEqual({
    card: hidden,
    pan: hidden,
    [hidden]: [hidden],
    click_trans_id: 17,
    none: null,
  })
})

it("hides a card number that no number of JavaScript's can hold", () => {
  const pan = "9860123412341235999"
  const delivery = shown(`{"data":{"provider_details":{"pan":${pan}}}}`)
  expect(delivery.provider_details).toEqual({ pan: "***************5999" })
  expect(delivery.body).not.toContain(pan)
})

it("shows eight kilobytes and no letter cut in two", () => {
  const { body } = shown(`"${"oʻ".repeat(30_000)}"`)
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(8 * 1024 + 3)
  expect(body).not.toContain("\ufffd")
  expect(body.endsWith("…")).toBe(true)
})

it("shows no half of a card number at the cut", () => {
  const before = " ".repeat(8 * 1024 - 10)
  expect(shown(`${before}${CARD}`).body).not.toMatch(/\d/)
})

it.each([
  ["no JSON", "not JSON"],
  ["no object", '{"data":{"provider_details":[1]}}'],
  ["no data", '{"provider_details":{"a":1}}'],
  ["nested without end", `{"data":{"provider_details":${"[".repeat(9_000)}${"]".repeat(9_000)}}}`],
  ["too long", JSON.stringify({ data: { provider_details: { a: "x".repeat(9_000) } } })],
  ["no UTF-8", Buffer.from([0xff, 0xfe, 0x00])],
])("shows no data of a payment system where there is %s", (_, body) => {
  expect(shown(body).provider_details).toBeNull()
})
