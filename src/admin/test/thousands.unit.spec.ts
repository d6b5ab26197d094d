import { withThousands } from "../lib/words"

it("writes a count as the language does, and leaves the plural to the count itself", () => {
  expect(withThousands({ count: 82_333, days: 7 }, "ru")).toEqual({
    count: 82_333,
    days: 7,
    replace: { count: "82\u00a0333", days: 7 },
  })
  expect(withThousands({ count: 82_333 }, "en")).toMatchObject({ replace: { count: "82,333" } })
})

it.each([undefined, {}, { at: "28.11.2026" }, { count: "3" }])("leaves %p as it is", (options) => {
  expect(withThousands(options, "uz")).toBe(options)
})
