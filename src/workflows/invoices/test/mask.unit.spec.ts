import { maskCardNumbers } from "../mask"

it.each([
  ["a number that passes the Luhn check", "4111111111111111", "************1111"],
  ["with spaces", "pan 4111 1111 1111 1111 ok", "pan **** **** **** 1111 ok"],
  ["with dashes", "4111-1111-1111-1111", "****-****-****-1111"],
  ["Uzcard's, whatever its check digit", "8600123412341234", "************1234"],
  ["Humo's, whatever its check digit", "9860 1234 1234 1235", "**** **** **** 1235"],
  ["its expiry behind it", "8600 1234 1234 1234 0327", "**** **** **** 1234 0327"],
  ["something before it", "12 8600 1234 1234 1234", "12 **** **** **** 1234"],
  ["two of them", "8600123412341234 9860123412341234", "************1234 ************1234"],
  ["spelled out in JSON", '"\\u00386001234\\u002012341234"', '"******** ****1234"'],
  ["as a JSON number", '{"pan":8600123412341234}', '{"pan":************1234}'],
])("hides a card number: %s", (_, text, masked) => {
  expect(maskCardNumbers(text)).toBe(masked)
})

it.each([
  ["an amount and an invoice's number", '{"amount":65000,"order_id":61001}'],
  ["a time in milliseconds, also one that passes the Luhn check", "1784000000008"],
  ["a date with its time", "2026-11-28 10:04:10"],
  ["a phone number", "+998 90 123 45 67"],
  ["a number masked already", "860012******1234"],
  ["a number that is too long to be a card's", "86001234123412340000"],
  ["sixteen digits that are no card's", "1234567890123456"],
])("leaves %s as it is", (_, text) => {
  expect(maskCardNumbers(text)).toBe(text)
})

it("takes no time over a body that is made of digits and spaces", () => {
  const body = "1 ".repeat(32_000)
  const begin = performance.now()
  maskCardNumbers(body)
  expect(performance.now() - begin).toBeLessThan(2_000)
})
