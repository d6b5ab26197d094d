import { storableLabel } from "../label"

it("keeps an e-mail in small letters, so that it is found however it was typed", () => {
  expect(storableLabel({ email: " Dilnoza@Example.UZ " })).toMatchObject({
    email: "dilnoza@example.uz",
  })
})

it.each([
  ["an e-mail no index takes", { email: `${"a".repeat(4_000)}@example.uz` }],
  ["a blank e-mail", { email: "  " }],
  ["a blank name", { customerName: " \n " }],
  ["a phone of no digits", { customerPhone: "menda yoʻq" }],
  ["a phone no column should hold", { customerPhone: "1".repeat(4_000) }],
  ["an order number no column holds", { orderNumber: 2 ** 31 }],
  ["an order number that is none", { orderNumber: 1.5 }],
])("never loses an invoice for %s", (_, label) => {
  expect(Object.values(storableLabel(label))).toEqual([null, null, null, null, null])
})

it("keeps a phone as its digits, so that it is found however it was typed", () => {
  const stored = (customerPhone: string) => storableLabel({ customerPhone }).customerPhone
  expect(stored(" +998 (90) 123-45-67")).toBe("+998901234567")
  expect(stored("90 123 45 67")).toBe("901234567")
})

it("cuts a name by whole letters", () => {
  expect(storableLabel({ customerName: ` ${"😀".repeat(300)}` }).customerName).toBe(
    "😀".repeat(200)
  )
})
