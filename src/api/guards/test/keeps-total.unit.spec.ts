import type { MedusaRequest } from "@medusajs/framework/http"
import { sameForTaxes, sameQuantity, sameShipping, type Rule } from "../keeps-total"

const CART: Parameters<Rule>[0] = {
  region_id: "reg_1",
  shipping_address: { country_code: "uz", province: "Toshkent", postal_code: "100000" },
  items: [{ id: "line_1", quantity: 2 }],
  shipping_methods: [{ shipping_option_id: "so_1" }],
}

/** Whether a rule is sure that a request leaves the total of a cart as it is. */
function isSure(rule: Rule, request: Partial<MedusaRequest>, cart = CART): boolean {
  const made: unknown = { method: "POST", params: {}, ...request }
  return rule(cart, made as MedusaRequest)
}

describe("a change of a paid cart that leaves its total as it is", () => {
  it.each<[string, unknown]>([
    ["an e-mail", { email: "xaridor@example.uz" }],
    ["a billing address", { billing_address: { country_code: "kz" } }],
    ["a name", { shipping_address: { first_name: "Dilnoza" } }],
    ["the address it has", { shipping_address: { country_code: "UZ", province: "toshkent" } }],
    ["the region it has", { region_id: "reg_1" }],
    ["nothing", undefined],
  ])("is %s", (_, body) => {
    expect(isSure(sameForTaxes, { body })).toBe(true)
  })

  it.each<[string, unknown]>([
    ["another country", { shipping_address: { country_code: "kz" } }],
    ["another province", { shipping_address: { province: "Samarqand" } }],
    ["another postal code", { shipping_address: { postal_code: "140100" } }],
    ["a postal code that is taken away", { shipping_address: { postal_code: null } }],
    ["another region", { region_id: "reg_2" }],
    ["a promotion", { promo_codes: ["YOZ"] }],
    ["a field nobody here knows", { email: "a@b.uz", sales_channel_id: "sc_2" }],
    ["an address by its id", { shipping_address: "addr_1" }],
  ])("is not %s", (_, body) => {
    expect(isSure(sameForTaxes, { body })).toBe(false)
  })

  it("is the quantity a line has already, and no other", () => {
    const params = { line_id: "line_1" }
    expect(isSure(sameQuantity, { params, body: { quantity: 2 } })).toBe(true)
    expect(isSure(sameQuantity, { params, body: { quantity: 3 } })).toBe(false)
    expect(isSure(sameQuantity, { params, body: { quantity: "2" } })).toBe(false)
    expect(isSure(sameQuantity, { params: { line_id: "line_2" }, body: { quantity: 2 } })).toBe(
      false
    )
    expect(isSure(sameQuantity, { params, method: "DELETE", body: { quantity: 2 } })).toBe(false)
  })

  it("is the one way of delivery it has already, and no other", () => {
    expect(isSure(sameShipping, { body: { option_id: "so_1" } })).toBe(true)
    expect(isSure(sameShipping, { body: { option_id: "so_2" } })).toBe(false)
    expect(isSure(sameShipping, { body: {} })).toBe(false)
    const two = {
      ...CART,
      shipping_methods: [{ shipping_option_id: "so_1" }, { shipping_option_id: "so_2" }],
    }
    expect(isSure(sameShipping, { body: { option_id: "so_1" } }, two)).toBe(false)
    expect(
      isSure(sameShipping, { body: { option_id: "so_1" } }, { ...CART, shipping_methods: [] })
    ).toBe(false)
  })
})
