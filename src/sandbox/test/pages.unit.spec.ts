import { Script } from "node:vm"
import { z } from "zod"
import { paymentSystems } from "../core/payment-systems"
import { eventually, startReceiver, startSandbox, type Running } from "./running"

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const card = { card_number: "8600 0000 0000 0001", card_expiry: "12/49" }
/** The one script a page has; any other would be somebody's text. */
const ownScript = /<script src="\/assets\/(sandbox|start)\.js" defer><\/script>/
const statusOf = async (id: number) => (await sandbox.control("GET", `/payments/${id}`)).body
const submitCard = async (url: string, typed = card) => sandbox.submit(`${url}/card`, typed)

describe("the choice of payment system", () => {
  it("shows amount, description and time left, and links every enabled method", async () => {
    await sandbox.control("PUT", "/settings", { methods: ["click", "card"] })
    const { _url } = await sandbox.invoice({ amount: 1_250_000, description: "Order 7" })
    const { status, text } = await sandbox.page(_url)
    expect(status).toBe(200)
    expect(text).toContain("1,250,000\u00a0UZS")
    expect(text).toContain("Order 7")
    expect(text).toContain("59 min left")
    const paths = [...text.matchAll(/href="(\/pay\/[^"]+)"/g)].map(([, path]) => path)
    const path = new URL(_url).pathname
    expect(paths).toEqual([`${path}/click`, `${path}/card`])
  })

  it("shows tiyin only where there are any", async () => {
    const { _url } = await sandbox.invoice({ amount: 7000.5 })
    expect((await sandbox.page(_url)).text).toContain("7,000.50\u00a0UZS")
  })

  it.each([`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `a & b's`])(
    "the description %j is text and never markup",
    async (description) => {
      const { _url } = await sandbox.invoice({ description })
      for (const address of [_url, `${_url}/click`, `${_url}/card`, "/"]) {
        const { text } = await sandbox.page(address)
        expect(text).not.toContain(description)
        expect(text.replace(ownScript, "")).not.toMatch(/<script|<img/)
      }
    }
  )
})

describe("every page", () => {
  it("is marked as a sandbox, has no script but its own file, fetches nothing from elsewhere, is never cached", async () => {
    const { _url, _id } = await sandbox.invoice()
    const paid = await sandbox.invoice()
    await sandbox.control("POST", `/payments/${paid._id}/pay`)
    const token = await sandbox.cardToken(_id)
    const addresses = [
      "/",
      _url,
      `${_url}/click`,
      `${_url}/card`,
      `${_url}/card/${token}`,
      paid._url,
      "/pay/x",
    ]
    for (const address of addresses) {
      const { text, headers } = await sandbox.page(address)
      expect(text).toContain("Sandbox. No money moves here.")
      expect(text).toContain('name="viewport"')
      expect(text.replace(ownScript, "")).not.toMatch(
        /<script|\son\w+=|javascript:|src="http|style="/
      )
      expect(headers.get("content-security-policy")).toContain("default-src 'none'")
      expect(headers.get("cache-control")).toBe("no-store")
    }
  })

  it("has its script here, which is one that browsers can read", async () => {
    const { headers, text } = await sandbox.page("/assets/sandbox.js")
    expect(headers.get("content-type")).toContain("javascript")
    expect(() => new Script(text)).not.toThrow()
  })

  it("has its style sheet here", async () => {
    const { status, headers, text } = await sandbox.page("/assets/sandbox.css")
    expect([status, headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"])
    expect(text).not.toMatch(/url\(|@import/)
  })

  it.each([
    "/pay/11111111-2222-4333-8444-555555555555",
    "/pay/x/click",
    "/nothing",
    "/logos/none-light.svg",
  ])("%s is not found, in words", async (path) => {
    const { status, text } = await sandbox.page(path)
    expect([status, text]).toEqual([404, expect.stringContaining("Nothing here")])
  })

  it("a method that is not enabled has no page and takes no money", async () => {
    await sandbox.control("PUT", "/settings", { methods: ["click"] })
    const { _url, _id } = await sandbox.invoice()
    expect((await sandbox.page(`${_url}/payme`)).status).toBe(404)
    expect((await sandbox.submit(`${_url}/payme`)).status).toBe(404)
    expect(await statusOf(_id)).toMatchObject({ status: "pending" })
  })
})

describe("a long description", () => {
  it("is folded on the page, whole underneath, and short in the list", async () => {
    const description = "Choy ".repeat(8_000).trim()
    const { _url } = await sandbox.invoice({ description })
    const { text } = await sandbox.page(_url)
    expect(text).toContain("Show the whole description")
    expect(text.split(description)).toHaveLength(2)
    expect((await sandbox.page("/")).text).not.toContain(description)
  })

  it.each(["", "  ", "\u0000", "\ud800", "\u202egnihton", "😀".repeat(300)])(
    "or a strange one still has a page: %j",
    async (description) => {
      const { _url } = await sandbox.invoice({ description })
      expect((await sandbox.page(_url)).status).toBe(200)
    }
  )
})

describe("the customer's language", () => {
  it("never leads to another host", async () => {
    const answer = await sandbox.raw("//shop.example/pay?lang=uz", {})
    expect(answer.headers.get("location")).toBe("/shop.example/pay")
  })

  it("can be pressed on the answer to every form", async () => {
    const { _url } = await sandbox.invoice()
    const codePage = (await submitCard(_url)).headers.get("location") ?? ""
    for (const path of [codePage, `${codePage}/new-code`, `${_url}/card`, `${_url}/click`]) {
      const pressed = await sandbox.page(`${path}?lang=ru`)
      expect(pressed.status).toBe(303)
      const { status } = await sandbox.page(pressed.headers.get("location") ?? "")
      expect([200, 303]).toContain(status)
    }
  })

  it.each([
    ["uz-UZ,ru;q=0.8", "uz", "Qanday toʻlaysiz?", "7\u00a0000\u00a0soʻm"],
    ["ru-RU,ru;q=0.9,en;q=0.8", "ru", "Как вы хотите оплатить?", "7\u00a0000\u00a0сум"],
    ["kk,en-GB;q=0.5", "en", "How would you like to pay?", "7,000\u00a0UZS"],
    ["de", "en", "How would you like to pay?", "7,000\u00a0UZS"],
  ])("is the browser's (%s)", async (accepted, language, question, amount) => {
    const { _url } = await sandbox.invoice({ amount: 7000 })
    const { text } = await sandbox.page(_url, { "accept-language": accepted })
    for (const told of [`<html lang="${language}">`, question, amount]) expect(text).toContain(told)
  })

  it("is what the customer pressed, from then on", async () => {
    const { _url } = await sandbox.invoice()
    const pressed = await sandbox.page(`${_url}?lang=uz`, { "accept-language": "ru" })
    const cookie = (pressed.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, new URL(_url).pathname])
    const { text } = await sandbox.page(`${_url}/card`, { "accept-language": "ru", cookie })
    expect(text).toContain("Karta raqami")
  })

  it("is also that of a refusal", async () => {
    const { _url } = await sandbox.invoice()
    const cookie = "sandbox_language=uz"
    const { text } = await sandbox.submit(
      `${_url}/card`,
      { ...card, card_number: "8600 0000 0000 0003" },
      { cookie }
    )
    expect(text).toContain("Karta bloklangan.")
  })
})

describe("paying on a payment system's page", () => {
  it("opening the page pays nothing; its button pays", async () => {
    const { _url, _id } = await sandbox.invoice()
    const { text } = await sandbox.page(`${_url}/payme`)
    expect(text).toContain(`action="${new URL(_url).pathname}/payme"`)
    expect(await statusOf(_id)).toMatchObject({ status: "pending" })
    const { status, headers } = await sandbox.submit(`${_url}/payme`)
    expect([status, headers.get("location")]).toEqual([303, new URL(_url).pathname])
    expect(await statusOf(_id)).toMatchObject({ status: "paid", payment_system: "payme" })
  })

  it("the form sent twice pays once and sends one webhook", async () => {
    const store = await startReceiver()
    const { _url } = await sandbox.invoice({ webhook_url: store.url })
    const answers = await Promise.all([
      sandbox.submit(`${_url}/click`),
      sandbox.submit(`${_url}/click`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await sandbox.api("get_stats")).body).toMatchObject({ stats: { total_orders: 1 } })
    await eventually(async () => {
      expect((await sandbox.control("GET", "/webhooks")).body).toMatchObject([
        { state: "answered" },
      ])
    })
    expect(store.received).toHaveLength(1)
    await store.close()
  })
})

describe("paying by card on the page", () => {
  it("asks for the card, then the code, then shows it is paid", async () => {
    const { _url, _id } = await sandbox.invoice()
    const sent = await submitCard(_url)
    expect(sent.status).toBe(303)
    const codePage = sent.headers.get("location") ?? ""
    expect((await sandbox.page(codePage)).text).toContain("ending in 0001")
    const paid = await sandbox.submit(codePage, { sms_code: "123456" })
    expect([paid.status, paid.headers.get("location")]).toEqual([303, new URL(_url).pathname])
    expect(await statusOf(_id)).toMatchObject({ status: "paid", payment_system: "vmcard" })
  })

  it.each([
    [{ ...card, card_number: "8600 0000 0000 0003" }, "This card is blocked."],
    [{ ...card, card_number: "8600 0000 0000 0005" }, "SMS service is not enabled"],
    [{ ...card, card_number: "8600" }, "A card number has 16 digits."],
    [{ ...card, card_expiry: "13/30" }, "Write the expiry as MM/YY."],
    [{ ...card, card_expiry: "01/20" }, "This card has expired."],
  ])(
    "a refusal is told in the customer's words and what was typed stays: %j",
    async (typed, words) => {
      const { _url } = await sandbox.invoice()
      const { status, text } = await submitCard(_url, typed)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(text).toContain(words)
      expect(text).toContain(`value="${typed.card_number}"`)
    }
  )

  it("a wrong code can be corrected; the third sends back to the card", async () => {
    const { _url, _id } = await sandbox.invoice()
    const codePage = (await submitCard(_url)).headers.get("location") ?? ""
    const wrong = () => sandbox.submit(codePage, { sms_code: "000000" })
    expect((await wrong()).text).toContain('name="sms_code"')
    await wrong()
    expect((await wrong()).text).toContain('name="card_number"')
    const late = await sandbox.submit(codePage, { sms_code: "123456" })
    expect(late.text).toContain("The code is no longer valid.")
    expect(await statusOf(_id)).toMatchObject({ status: "pending" })
  })

  it.each(["1249", "12/49", "12 / 49", "12.49", "12-49", "12/2049"])(
    "takes the expiry %j, and a number with hyphens",
    async (card_expiry) => {
      const { _url } = await sandbox.invoice()
      const typed = { card_number: "8600-0000-0000-0001", card_expiry }
      expect((await submitCard(_url, typed)).status).toBe(303)
    }
  )

  it("offers a new code after a minute, which takes the place of the old one", async () => {
    const { _url, _id } = await sandbox.invoice()
    const first = (await submitCard(_url)).headers.get("location") ?? ""
    expect((await sandbox.page(first)).text).toContain("A new code can be sent in 60 s.")
    const tooSoon = await sandbox.submit(`${first}/new-code`)
    expect(tooSoon.headers.get("location")).toBe(first)

    await sandbox.control("POST", "/clock", { advance_seconds: 61 })
    expect((await sandbox.page(first)).text).toContain("Send a new code")
    const second = (await sandbox.submit(`${first}/new-code`)).headers.get("location") ?? ""
    expect(second).not.toBe(first)
    expect((await sandbox.submit(first, { sms_code: "123456" })).status).toBe(400)
    expect((await sandbox.submit(second, { sms_code: "123456" })).status).toBe(303)
    expect(await statusOf(_id)).toMatchObject({ status: "paid" })
  })

  it("a token of another invoice pays nothing", async () => {
    const [first, second] = [await sandbox.invoice(), await sandbox.invoice()]
    const token = await sandbox.cardToken(first._id)
    const answer = await sandbox.submit(`${second._url}/card/${token}`, { sms_code: "123456" })
    expect(answer.status).toBe(404)
    expect((await sandbox.api("get_stats")).body).toMatchObject({ stats: { total_orders: 0 } })
  })
})

describe("the receipt", () => {
  it("tells what was paid, how and when, and the fiscal sign once there is one", async () => {
    await sandbox.control("PUT", "/settings", { fiscal_delay_seconds: 90 })
    const { _url, _id } = await sandbox.invoice()
    const codePage = (await submitCard(_url)).headers.get("location") ?? ""
    await sandbox.submit(codePage, { sms_code: "123456" })
    const { text } = await sandbox.page(_url)
    for (const told of ["7,000\u00a0UZS", "Bank card •• 0001", "being issued"]) {
      expect(text).toContain(told)
    }
    await sandbox.control("POST", "/clock", { advance_seconds: 90 })
    const fiscal = z
      .object({ data: z.object({ fiscal_sign: z.string() }) })
      .parse((await sandbox.api("get_fiscal", { order_id: _id })).body)
    expect((await sandbox.page(_url)).text).toContain(fiscal.data.fiscal_sign)
  })

  it("is over what was paid where that is another amount", async () => {
    const { _url, _id } = await sandbox.invoice()
    await sandbox.control("POST", `/payments/${_id}/pay`, { amount: 6_999.5 })
    expect((await sandbox.page(_url)).text).toContain("<dd>6,999.50\u00a0UZS</dd>")
  })
})

describe("the amounts at the limits", () => {
  it.each([
    [1_000, "1,000\u00a0UZS"],
    [10_000_000, "10,000,000\u00a0UZS"],
  ])("%d UZS is shown whole", async (amount, shown) => {
    const { _url } = await sandbox.invoice({ amount })
    expect((await sandbox.page(_url)).text).toContain(shown)
  })

  it.each([0, -1, 0.001, 1_000_000_001, 1e300])("nobody pays %d UZS", async (amount) => {
    const { _id } = await sandbox.invoice()
    const paid = await sandbox.control("POST", `/payments/${_id}/pay`, { amount })
    expect(paid.status).toBe(400)
    expect(await statusOf(_id)).toMatchObject({ status: "pending" })
  })
})

describe("logos", () => {
  it("are marks of our own: shapes and the name in plain letters, each its own", async () => {
    const marks = await Promise.all(
      paymentSystems.map(async ({ key, name }) => {
        const { status, headers, text } = await sandbox.page(`/logos/${key}-dark.svg`)
        expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"])
        expect(text).toContain(`aria-label="${name}"`)
        expect(text).not.toMatch(/<image|href=|<script/)
        return /<g [^]+<\/g>/.exec(text)?.[0]
      })
    )
    expect(new Set(marks).size).toBe(paymentSystems.length)
  })
})

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
    const codePage = (await submitCard(_url)).headers.get("location") ?? ""
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
    const sent = await submitCard(_url)
    const codePage = sent.headers.get("location") ?? ""
    const pages = [
      await sandbox.page(_url),
      await sandbox.page(`${_url}/click`),
      await sandbox.page(`${_url}/card`),
      await submitCard(_url, { ...card, card_number: "1" }),
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
      const codePage = (await submitCard(_url)).headers.get("location") ?? ""
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
    expect(await statusOf(_id)).toMatchObject({ status: "paid" })
  })
})
