import { ownerOf, type Owner } from "../owners"

const COLLECTION = "pay_col_1"
const LABELLED = {
  paymentCollectionId: COLLECTION,
  orderId: "order_9",
  orderNumber: 9,
  email: "dilnoza@example.uz",
  customerName: "Dilnoza Karimova",
  customerPhone: "+998901234567",
}
const CART: Owner = {
  order: null,
  customer: {
    id: "cus_1",
    email: "yangi@example.uz",
    name: "Aziz Rahimov",
    phone: "+998971112233",
  },
  cart_id: "cart_1",
  items: [{ title: "Piyola", quantity: 6 }],
}
const withCustomer = (customer: Owner["customer"]) => new Map([[COLLECTION, { ...CART, customer }]])

describe("whose money it is", () => {
  it("is who Medusa says now", () => {
    expect(ownerOf(new Map([[COLLECTION, CART]]), LABELLED)).toEqual(CART)
  })

  it("keeps name and phone that went with the address when the cart's region changed", () => {
    const customer = { id: "cus_1", email: "yangi@example.uz", name: null, phone: null }
    expect(ownerOf(withCustomer(customer), LABELLED)).toEqual({
      ...CART,
      customer: { ...customer, name: "Dilnoza Karimova", phone: "+998901234567" },
    })
  })

  it("is whom the invoice was made for, where Medusa no longer has its payment collection", () => {
    expect(ownerOf(new Map(), LABELLED)).toEqual({
      order: { id: "order_9", display_id: 9, is_draft: false },
      customer: {
        id: null,
        email: "dilnoza@example.uz",
        name: "Dilnoza Karimova",
        phone: "+998901234567",
      },
      cart_id: null,
      items: [],
    })
  })

  it("is nobody where nothing was ever known", () => {
    expect(ownerOf(withCustomer(null), { paymentCollectionId: COLLECTION }).customer).toBeNull()
  })
})
