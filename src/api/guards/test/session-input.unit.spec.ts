import { keepKnown } from "../session-input"

const bodyOf = (data: unknown, providerId = "pp_checkout-uz_main") => ({
  provider_id: providerId,
  data,
})

describe("what a shop says of a session it starts", () => {
  it("is kept as far as it is known", () => {
    const known = { return_url: "https://shop.example/", payment_system: "click" }
    const body = bodyOf({ ...known, pay_via: { evil: "x" } })
    expect(keepKnown(body)).toBeUndefined()
    expect(body.data).toEqual(known)
  })

  it.each([
    ["a NUL", { return_url: "https://shop.example/\0" }, "return_url"],
    ["half a letter", { payment_system: "\ud83d" }, "payment_system"],
  ])("is named where it holds %s, which no database keeps", (_, data, key) => {
    expect(keepKnown(bodyOf(data))).toBe(key)
  })

  it("is left alone where it is another provider's", () => {
    const body = bodyOf({ anything: "\0" }, "pp_system_default")
    expect(keepKnown(body)).toBeUndefined()
    expect(body.data).toEqual({ anything: "\0" })
  })
})
