import { readSearch } from "../search"

const NOTHING = { orderNumber: undefined, numberStart: undefined, words: [] }

it("takes digits for an order's number, an invoice's, its beginning, or a part of a phone or an e-mail", () => {
  expect(readSearch(" 1042 ")).toEqual({
    orderNumber: 1042,
    numberStart: "1042",
    words: ["1042"],
  })
})

it.each(["#1042", "# 1042", "№1042"])("takes %s for an order's number alone", (text) => {
  expect(readSearch(text)).toEqual({ ...NOTHING, orderNumber: 1042 })
})

it("searches no order with a number that no order can have", () => {
  expect(readSearch("#99999999999")).toEqual(NOTHING)
  expect(readSearch("99999999999")).toMatchObject({
    orderNumber: undefined,
    numberStart: "99999999999",
  })
})

it.each(["Oʻktam@", "o'ktam@", "O‘KTAM@", "o`ktam@", "oktam@"])(
  "finds the same e-mail whichever mark stands for oʻ: %s",
  (text) => {
    expect(readSearch(text)).toEqual({ ...NOTHING, words: ["oktam@"] })
  }
)

it.each([undefined, "", "   "])("has nothing to search for in %j", (text) => {
  expect(readSearch(text)).toBeUndefined()
})

it("finds nothing by an apostrophe alone, rather than everything", () => {
  expect(readSearch("'")).toEqual(NOTHING)
})

it.each(["+998 90 123-45-67", "998901234567", "998 (90) 123.45.67"])(
  "looks for a phone by its digits, with the country's code or without: %s",
  (text) => {
    expect(readSearch(text)?.words).toEqual(["901234567"])
  }
)

it("looks for a name by its words, whichever of them comes first", () => {
  expect(readSearch(" Karimova  Dilnoza ")?.words).toEqual(["karimova", "dilnoza"])
})
