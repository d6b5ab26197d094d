import { goodCard, startSandbox, type Running } from "./running"

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe("the end of an invoice", () => {
  const returnUrl = "https://shop.example/return?session=a&b='c'"

  it("a paid page returns by itself and by a link, every time it is opened", async () => {
    const { _url, _id } = await sandbox.invoice({ return_url: returnUrl })
    await sandbox.control("POST", `/payments/${_id}/pay`, { payment_system: "click" })
    for (const visit of ["first", "second"]) {
      const { text } = await sandbox.page(_url)
      const [, without, withScript] =
        /<noscript>\s*<meta http-equiv="refresh" content="3;url=([^"]+)"[^]+data-goes-on="([^"]+)"/.exec(
          text
        ) ?? []
      const escaped = "https://shop.example/return?session=a&amp;b=%27c%27"
      expect([visit, without, withScript]).toEqual([visit, escaped, escaped])
      expect(text).toContain("Return to the shop")
      expect(text).toContain("<h1>Paid</h1>")
      expect(text).not.toContain("<form")
    }
  })

  it("whoever comes back to a payment system's page, or presses once more, reads that it is paid already", async () => {
    const { _url, _id } = await sandbox.invoice({ return_url: returnUrl })
    const codePage = (await sandbox.submitCard(_url)).headers.get("location") ?? ""
    await sandbox.control("POST", `/payments/${_id}/pay`, { payment_system: "click" })
    const again = await sandbox.submit(`${_url}/click`)
    expect(again.headers.get("location")).toBe(`${new URL(_url).pathname}/click`)
    const late = await sandbox.submit(codePage, { sms_code: "123456" })
    expect(late.headers.get("location")).toBe(`${new URL(_url).pathname}/card`)
    for (const address of [`${_url}/click`, `${_url}/card`]) {
      const { text } = await sandbox.page(address)
      expect(text).toContain("<h1>Already paid</h1>")
      expect(text).toContain("Return to the shop")
      expect(text).not.toMatch(/<form|http-equiv|data-goes-on/)
    }
  })

  it.each([undefined, "javascript:alert(1)", "data:text/html,x", "shop.example", ""])(
    "without a usable return address the customer stays: %j",
    async (address) => {
      const { _url, _id } = await sandbox.invoice({ return_url: address })
      await sandbox.control("POST", `/payments/${_id}/pay`)
      const { text } = await sandbox.page(_url)
      expect(text).toContain("You can close this page.")
      expect(text).not.toMatch(/http-equiv="refresh"|javascript:|data:text/)
    }
  )

  it("an unpaid invoice returns nobody by itself, and whoever wants to by a link on each of its pages", async () => {
    const { _url } = await sandbox.invoice({ return_url: returnUrl })
    const sent = await sandbox.submitCard(_url)
    const codePage = sent.headers.get("location") ?? ""
    const pages = [
      await sandbox.page(_url),
      await sandbox.page(`${_url}/click`),
      await sandbox.page(`${_url}/card`),
      await sandbox.submitCard(_url, { ...goodCard, card_number: "1" }),
      await sandbox.page(codePage),
      await sandbox.submit(codePage, { sms_code: "000000" }),
    ]
    for (const { text } of pages) {
      expect(text).not.toContain("http-equiv")
      expect(text).toMatch(/href="https:\/\/shop\.example\/return[^>]+>Back to the shop/)
    }
  })

  it("so does every page that offers nothing to pay, where the invoice has a return address", async () => {
    await sandbox.control("PUT", "/settings", { methods: ["card"], card_delay_seconds: 60 })
    const backIn = async (invoice: { return_url?: string }) => {
      const { _url } = await sandbox.invoice(invoice)
      const codePage = (await sandbox.submitCard(_url)).headers.get("location") ?? ""
      const off = await sandbox.page(`${_url}/payme`)
      const unknown = await sandbox.page(`${_url}/nothing`)
      await sandbox.submit(codePage, { sms_code: "123456" })
      const processing = await sandbox.page(_url)
      return [off, unknown, processing].map(({ text }) => [
        /<h1>([^<]+)/.exec(text)?.[1],
        /href="([^"]+)"[^>]*>Return to the shop/.exec(text)?.[1],
      ])
    }
    const address = "https://shop.example/return?session=a&amp;b=%27c%27"
    const titles = ["Payme is not available now", "Nothing here", "Your payment is being confirmed"]
    expect(await backIn({ return_url: returnUrl })).toEqual(titles.map((title) => [title, address]))
    expect(await backIn({})).toEqual(titles.map((title) => [title, undefined]))
  })

  it("an invoice whose time is over leads back to the shop", async () => {
    const { _url } = await sandbox.invoice({ return_url: returnUrl })
    await sandbox.control("POST", "/clock", { advance_seconds: 3601 })
    expect((await sandbox.page(_url)).text).toMatch(
      /href="https:\/\/shop\.example\/return[^>]+>Return to the shop/
    )
  })

  it("after the lifetime no page offers to pay, but one left open still pays", async () => {
    const { _url, _id } = await sandbox.invoice()
    await sandbox.control("POST", "/clock", { advance_seconds: 3601 })
    for (const address of [_url, `${_url}/click`, `${_url}/card`]) {
      const { text } = await sandbox.page(address)
      expect(text).toContain("The time to pay is over")
      expect(text).not.toContain("<form")
    }
    await sandbox.submit(`${_url}/click`)
    expect(await sandbox.payment(_id)).toMatchObject({ status: "paid" })
  })
})
