import { itemName } from "../item-name"

describe("what people call an item", () => {
  it.each([
    [{ title: "Choy" }, "Choy"],
    [
      { title: "Choy", product_title: "Koʻk choy № 95", variant_title: "100 g" },
      "Koʻk choy № 95, 100 g",
    ],
    [{ product_title: "Choynak", variant_title: "Default variant" }, "Choynak"],
    [{ product_title: "Choynak", variant_title: "Choynak" }, "Choynak"],
    [{ product_title: "Choynak", variant_title: null }, "Choynak"],
    [{ variant_title: "100 g" }, "100 g"],
    [{}, ""],
  ])("%j is %p", (item, name) => {
    expect(itemName(item)).toBe(name)
  })
})
