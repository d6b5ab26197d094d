import { storableLabel } from "../label"

it("keeps an e-mail in small letters, so that it is found however it was typed", () => {
  expect(storableLabel({ email: " Dilnoza@Example.UZ " })).toMatchObject({
    email: "dilnoza@example.uz",
  })
})

it.each([
  ["an e-mail no index takes", { email: `${"a".repeat(4_000)}@example.uz` }],
  ["a blank e-mail", { email: "  " }],
  ["an order number no column holds", { orderNumber: 2 ** 31 }],
  ["an order number that is none", { orderNumber: 1.5 }],
])("never loses an invoice for %s", (_, label) => {
  expect(storableLabel(label)).toEqual({ orderId: null, orderNumber: null, email: null })
})
