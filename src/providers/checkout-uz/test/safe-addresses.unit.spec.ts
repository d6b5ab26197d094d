import {
  safeCustomPages,
  safeLogo,
  safePaymentUrl,
  safePayVia,
  type AddressRules,
} from "../safe-addresses"

const LIVE: AddressRules = {
  baseUrl: "https://checkout.uz/api/v1",
  paymentHosts: ["pay.shop.example"],
}
const LOCAL: AddressRules = { baseUrl: "http://127.0.0.1:4242/api/v1", paymentHosts: [] }

/** Never shown as anything, whatever the rules are. */
const HOSTILE = [
  ["a script", "javascript:alert(document.cookie)"],
  ["a script in capitals", "JaVaScRiPt:alert(1)"],
  ["a script behind a blank", " javascript:alert(1)"],
  ["a script with a line break inside", "java\nscript:alert(1)"],
  ["a script behind a control character", "\u0001javascript:alert(1)"],
  ["a script that looks like the host", "javascript://checkout.uz/%0aalert(1)"],
  ["data", "data:text/html,<script>alert(1)</script>"],
  ["vbscript", "vbscript:msgbox(1)"],
  ["a file", "file:///etc/passwd"],
  ["a blob", "blob:https://checkout.uz/1"],
  ["ftp", "ftp://checkout.uz/pay/1"],
  ["an app's own scheme", "click://pay?id=1"],
  ["a websocket", "wss://checkout.uz/pay/1"],
  ["no scheme", "//checkout.uz/pay/1"],
  ["a path", "/pay/1"],
  ["a bare host", "checkout.uz/pay/1"],
  ["nothing", ""],
  ["blanks", "   "],
  ["half an address", "https://"],
  ["credentials", "https://user:secret@checkout.uz/pay/1"],
  ["a name without a password", "https://user@checkout.uz/pay/1"],
  ["a password without a name", "https://:secret@checkout.uz/pay/1"],
  ["plain http", "http://checkout.uz/pay/1"],
  ["plain http, a local name as a label", "http://localhost.evil.example/pay/1"],
  ["plain http, a loopback address as a label", "http://127.0.0.1.evil.example/pay/1"],
  ["plain http, loopback as credentials", "http://127.0.0.1:80@evil.example/pay/1"],
  ["plain http inside a private network", "http://192.168.1.10/pay/1"],
  ["a port that is none", "https://checkout.uz:99999/pay/1"],
] as const

/** Addresses of other hosts: fine for a payment system, never for the payment page. */
const FOREIGN = [
  ["another host", "https://evil.example/pay/1"],
  ["the host as a label of another", "https://checkout.uz.evil.example/pay/1"],
  ["the host at the end of another", "https://evilcheckout.uz/pay/1"],
  ["a host below it", "https://pay.checkout.uz/pay/1"],
  ["another port", "https://checkout.uz:8443/pay/1"],
  ["the port of plain http", "https://checkout.uz:80/pay/1"],
  ["a host with a final dot", "https://checkout.uz./pay/1"],
  ["a host with a letter that looks the same", "https://сheckout.uz/pay/1"],
  ["a host with a dotless letter", "https://checkout.uz\u0131/pay/1"],
  ["the host in the path", "https://evil.example/checkout.uz"],
  ["the host in the query", "https://evil.example/?https://checkout.uz/"],
  ["the host behind a backslash", "https://evil.example\\checkout.uz/pay/1"],
  ["a number as an address", "https://2130706433/pay/1"],
] as const

describe("the payment page's address", () => {
  it.each(HOSTILE)("%s is never shown: %p", (_, address) => {
    expect(safePaymentUrl(address, LIVE)).toBeUndefined()
    expect(safePaymentUrl(address, LOCAL)).toBeUndefined()
  })

  it.each(FOREIGN)("%s is never shown: %p", (_, address) => {
    expect(safePaymentUrl(address, LIVE)).toBeUndefined()
    expect(safePaymentUrl(address, LOCAL)).toBeUndefined()
  })

  it.each([
    ["https://checkout.uz/pay/1", "https://checkout.uz/pay/1"],
    ["HTTPS://CHECKOUT.UZ/pay/AbC", "https://checkout.uz/pay/AbC"],
    ["https://checkout.uz:443/pay/1", "https://checkout.uz/pay/1"],
    [" https://checkout.uz/pay/1\n", "https://checkout.uz/pay/1"],
    ["https://checkout.uz\\pay/1", "https://checkout.uz/pay/1"],
    ["https:\\\\checkout.uz/pay/1", "https://checkout.uz/pay/1"],
    ["https://ｃｈｅｃｋｏｕｔ.uz/pay/1", "https://checkout.uz/pay/1"],
    ["https://pay.shop.example/pay/1", "https://pay.shop.example/pay/1"],
  ])("%p is shown, in the one spelling that was judged", (address, shown) => {
    expect(safePaymentUrl(address, LIVE)).toBe(shown)
  })

  it("a host with a port is allowed with that port only", () => {
    const rules = { ...LIVE, paymentHosts: ["pay.shop.example:8443"] }
    expect(safePaymentUrl("https://pay.shop.example:8443/1", rules)).toBeDefined()
    expect(safePaymentUrl("https://pay.shop.example/1", rules)).toBeUndefined()
  })

  it.each([
    ["http://127.0.0.1:4242/pay/1", "http://127.0.0.1:4242/api/v1"],
    ["http://localhost:4242/pay/1", "http://localhost:4242/api/v1"],
    ["http://[::1]:4242/pay/1", "http://[::1]:4242/api/v1"],
    ["http://2130706433:4242/pay/1", "http://127.0.0.1:4242/api/v1"],
  ])("plain http is for a sandbox on this machine: %s", (address, baseUrl) => {
    expect(safePaymentUrl(address, { baseUrl, paymentHosts: [] })).toBeDefined()
  })

  it("plain http stays out on any other host, also where the base address itself is plain", () => {
    const rules = { baseUrl: "http://sandbox.internal/api/v1", paymentHosts: [] }
    expect(safePaymentUrl("http://sandbox.internal/pay/1", rules)).toBeUndefined()
    expect(safePaymentUrl("https://sandbox.internal/pay/1", rules)).toBeDefined()
  })

  it("another port of this machine is another host", () => {
    expect(safePaymentUrl("http://127.0.0.1:9000/pay/1", LOCAL)).toBeUndefined()
  })
})

describe("payment systems' addresses", () => {
  it.each(HOSTILE)("%s is left out, and the others stay: %p", (_, address) => {
    expect(safePayVia({ click: address, payme: "https://payme.uz/checkout/1" })).toEqual({
      payme: "https://payme.uz/checkout/1",
    })
  })

  it("any https host is fine, since each system has its own", () => {
    expect(safePayVia({ click: "https://my.click.uz/services/pay?id=1" })).toEqual({
      click: "https://my.click.uz/services/pay?id=1",
    })
  })

  it("no entries are no entries", () => {
    expect(safePayVia({})).toEqual({})
  })
})

describe("custom payment pages", () => {
  const page = (url: string) => [{ domain: "pay.shop.example", url }]

  it.each([...HOSTILE, ...FOREIGN])("%s is left out: %p", (_, address) => {
    expect(safeCustomPages(page(address), LIVE)).toEqual([])
  })

  it("the service's own host is no custom page's", () => {
    expect(safeCustomPages(page("https://checkout.uz/pay/1"), LIVE)).toEqual([])
  })

  it("a page is judged by its address, never by the domain it claims", () => {
    const pages = [
      { domain: "pay.shop.example", url: "https://evil.example/1" },
      { domain: "anything", url: "https://pay.shop.example/1" },
    ]
    expect(safeCustomPages(pages, LIVE)).toEqual([
      { domain: "anything", url: "https://pay.shop.example/1" },
    ])
  })
})

describe("a payment system's logo", () => {
  it.each(HOSTILE)("is left out where its address is %s", (_, address) => {
    expect(safeLogo(address)).toBeUndefined()
  })

  it("is shown from any host over https, and from this machine over http", () => {
    expect(safeLogo("https://cdn.example/click.svg")).toBe("https://cdn.example/click.svg")
    expect(safeLogo("http://127.0.0.1:4242/logos/click-light.svg")).toBe(
      "http://127.0.0.1:4242/logos/click-light.svg"
    )
    expect(safeLogo(undefined)).toBeUndefined()
  })
})
