import { BigNumber } from "@medusajs/framework/utils"
import { shortageIn } from "../stock"

const CHANNEL = "sc_web"

function level(stocked: unknown, reserved: unknown = 0, channel = CHANNEL) {
  return {
    stocked_quantity: stocked,
    reserved_quantity: reserved,
    stock_locations: [{ sales_channels: [{ id: channel }] }],
  }
}

function stockItem(id: string, required: unknown, ...levels: unknown[]) {
  return {
    inventory_item_id: id,
    required_quantity: required,
    inventory: { location_levels: levels },
  }
}

function line(title: string, quantity: unknown, ...inventory: unknown[]) {
  return {
    title,
    quantity,
    variant: { manage_inventory: true, allow_backorder: false, inventory_items: inventory },
  }
}

const cart = (...items: unknown[]) => ({ sales_channel_id: CHANNEL, items })

describe("what a paid cart lacks, found before an order number is burnt", () => {
  it("nothing, with exactly as much in stock as is needed", () => {
    expect(shortageIn(cart(line("Choynak", 2, stockItem("a", 1, level(5, 3)))))).toBeUndefined()
  })

  it("one piece too few is named", () => {
    expect(shortageIn(cart(line("Choynak", 3, stockItem("a", 1, level(5, 3)))))).toBe("Choynak")
  })

  it("what is reserved for other orders is not there", () => {
    expect(shortageIn(cart(line("Choynak", 1, stockItem("a", 1, level(4, 4)))))).toBe("Choynak")
  })

  it("a set needs each part as often as it contains it", () => {
    const bowls = (stocked: number) =>
      cart(line("Toʻplam", 2, stockItem("pot", 1, level(9)), stockItem("bowl", 6, level(stocked))))
    expect(shortageIn(bowls(12))).toBeUndefined()
    expect(shortageIn(bowls(11))).toBe("Toʻplam")
  })

  it("two lines of the cart never sell the same piece", () => {
    const part = () => stockItem("bowl", 1, level(3))
    expect(shortageIn(cart(line("Piyola", 2, part()), line("Toʻplam", 1, part())))).toBeUndefined()
    expect(shortageIn(cart(line("Piyola", 2, part()), line("Toʻplam", 2, part())))).toBe("Toʻplam")
  })

  it("stock at several places adds up, and another sales channel's does not", () => {
    const split = cart(line("Choynak", 3, stockItem("a", 1, level(1), level(2))))
    const elsewhere = cart(line("Choynak", 3, stockItem("a", 1, level(2), level(9, 0, "sc_b2b"))))
    expect(shortageIn(split)).toBeUndefined()
    expect(shortageIn(elsewhere)).toBe("Choynak")
  })

  it("no place at all is no stock", () => {
    expect(shortageIn(cart(line("Choynak", 1, stockItem("a", 1))))).toBe("Choynak")
    const bare = { inventory_item_id: "a", required_quantity: 1, inventory: null }
    expect(shortageIn(cart(line("Choynak", 1, bare)))).toBe("Choynak")
  })

  it("what was deleted is lacking where core would fail over it, and only there", () => {
    const deleted = { title: "Choy", quantity: 1, variant_id: "variant_1", variant: null }
    expect(shortageIn(cart({ ...deleted, requires_shipping: true }))).toBe("Choy")
    expect(shortageIn(cart({ ...deleted, requires_shipping: false }))).toBeUndefined()
    const withoutInventory = { manage_inventory: true, allow_backorder: false, inventory_items: [] }
    expect(shortageIn(cart({ title: "Choy", quantity: 1, variant: withoutInventory }))).toBe("Choy")
  })

  it("what nobody counts, or may be sold ahead, is never lacking", () => {
    const none = stockItem("a", 1, level(0))
    const uncounted = { manage_inventory: false, allow_backorder: false, inventory_items: [none] }
    const ahead = { manage_inventory: true, allow_backorder: true, inventory_items: [none] }
    expect(shortageIn(cart({ title: "Choy", quantity: 1, variant: uncounted }))).toBeUndefined()
    expect(shortageIn(cart({ title: "Choy", quantity: 1, variant: ahead }))).toBeUndefined()
    expect(shortageIn(cart({ title: "Sovgʻa", quantity: 1, variant: null }))).toBeUndefined()
  })

  it("quantities are read in every shape Medusa has for them, with fractions exact", () => {
    const shapes = cart(
      line(
        "Choy",
        new BigNumber("0.3"),
        stockItem("a", { value: "1", precision: 20 }, level("0.4", { numeric: 0.1 }))
      )
    )
    expect(shortageIn(shapes)).toBeUndefined()
  })

  it.each([
    ["no cart", undefined],
    ["an empty cart", { items: [] }],
    ["a cart without items", { sales_channel_id: null, items: null }],
    ["something that cannot be read", { items: [{ title: 7 }] }],
  ])("%s: nothing is lacking, and core judges", (_, found) => {
    expect(shortageIn(found)).toBeUndefined()
  })
})
