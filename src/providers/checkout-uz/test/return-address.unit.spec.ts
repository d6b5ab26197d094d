import { MedusaError } from "@medusajs/framework/utils"
import { fillReturnAddress, returnAddress } from "../return-address"

const RULES = {
  returnUrl: "https://shop.example/checkout/return?session={session_id}",
  storefrontOrigins: ["https://shop.example", "http://localhost:8000"],
}
const MESSAGE =
  "The payment session's data.return_url must be an address on one of the plugin's storefrontOrigins in medusa-config."

describe("where the customer returns to", () => {
  it.each([undefined, null, ""])("%p asked for: the configuration's address", (asked) => {
    expect(returnAddress(asked, RULES)).toBe(RULES.returnUrl)
  })

  it("nothing asked for and nothing configured: the customer stays", () => {
    expect(returnAddress(undefined, { storefrontOrigins: [] })).toBe("")
  })

  it.each([
    ["https://shop.example/uz/back?cart=1#top", "https://shop.example/uz/back?cart=1#top"],
    ["HTTPS://Shop.Example/Back", "https://shop.example/Back"],
    ["https://shop.example:443/back", "https://shop.example/back"],
    ["http://localhost:8000/back", "http://localhost:8000/back"],
    ["https://shop.example", "https://shop.example/"],
  ])("%p is on a storefront's origin", (asked, address) => {
    expect(returnAddress(asked, RULES)).toBe(address)
  })

  it.each([
    "https://evil.example/back",
    "https://shop.example.evil.example/back",
    "https://evilshop.example/back",
    "https://sub.shop.example/back",
    "https://shop.example@evil.example/back",
    "https://user:secret@shop.example/back",
    "https://user@shop.example/back",
    "http://shop.example/back",
    "https://shop.example:8443/back",
    "http://localhost/back",
    "https://localhost:8000/back",
    "javascript:alert(1)//https://shop.example",
    // Their origins are the shop's.
    "blob:https://shop.example/9f1c",
    "BLOB:https://shop.example/9f1c",
    "blob:http://localhost:8000/9f1c",
    "filesystem:https://shop.example/temporary/x",
    "ftp://shop.example/back",
    "ws://localhost:8000/back",
    "data:text/html,https://shop.example",
    "//shop.example/back",
    "/back",
    "shop.example",
    "null",
    " ",
    7,
    true,
    {},
    ["https://shop.example/back"],
    { href: "https://shop.example/back" },
  ])("%j is refused with one sentence that does not repeat it", (asked) => {
    expect(() => returnAddress(asked, RULES)).toThrow(
      new MedusaError(MedusaError.Types.INVALID_DATA, MESSAGE)
    )
  })

  it("without storefront origins a client may ask for nothing at all", () => {
    expect(() => returnAddress("https://shop.example/", { storefrontOrigins: [] })).toThrow(MESSAGE)
  })

  it.each([
    "https://shop.example\\@evil.example/back",
    "https://shop.example\n/\\evil.example",
    "\thttps://shop.example\\.evil.example",
  ])("%j is handed on as it was judged, so that nobody reads another host in it", (asked) => {
    const address = returnAddress(asked, RULES)
    expect(address.startsWith("https://shop.example/")).toBe(true)
    expect(address).not.toMatch(/[\\\s]/)
  })
})

describe("the session's id in the return address", () => {
  it.each([
    ["https://s.example/?session={session_id}", "https://s.example/?session=payses_01"],
    ["https://s.example/{session_id}/{session_id}", "https://s.example/payses_01/payses_01"],
    ["https://s.example/%7Bsession_id%7D", "https://s.example/payses_01"],
    ["https://s.example/back", "https://s.example/back"],
  ])("%s", (address, filled) => {
    expect(fillReturnAddress(address, "payses_01")).toBe(filled)
  })

  it("also where a client's address had it in its path", () => {
    const address = returnAddress("https://shop.example/back/{session_id}", RULES)
    expect(fillReturnAddress(address, "payses_01")).toBe("https://shop.example/back/payses_01")
  })

  it("adds no parameters of its own, whatever the id is", () => {
    expect(fillReturnAddress("https://s.example/?s={session_id}", "a&b=$&#c")).toBe(
      "https://s.example/?s=a%26b%3D%24%26%23c"
    )
  })

  it("an empty address stays none", () => {
    expect(fillReturnAddress("", "payses_01")).toBeUndefined()
  })
})
