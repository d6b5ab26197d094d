import { z } from "zod"
import { eventually, goodCard, startReceiver, startSandbox, type Running } from "./running"

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe("paying on a payment system's page", () => {
  it("opening the page pays nothing; its button pays", async () => {
    const { _url, _id } = await sandbox.invoice()
    const { text } = await sandbox.page(`${_url}/payme`)
    expect(text).toContain(`action="${new URL(_url).pathname}/payme"`)
    expect(await sandbox.payment(_id)).toMatchObject({ status: "pending" })
    const { status, headers } = await sandbox.submit(`${_url}/payme`)
    expect([status, headers.get("location")]).toEqual([303, new URL(_url).pathname])
    expect(await sandbox.payment(_id)).toMatchObject({ status: "paid", payment_system: "payme" })
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
    const sent = await sandbox.submitCard(_url)
    expect(sent.status).toBe(303)
    const codePage = sent.headers.get("location") ?? ""
    expect((await sandbox.page(codePage)).text).toContain("ending in 0001")
    const paid = await sandbox.submit(codePage, { sms_code: "123456" })
    expect([paid.status, paid.headers.get("location")]).toEqual([303, new URL(_url).pathname])
    expect(await sandbox.payment(_id)).toMatchObject({ status: "paid", payment_system: "vmcard" })
  })

  it.each([
    [{ ...goodCard, card_number: "8600 0000 0000 0003" }, "This card is blocked."],
    [{ ...goodCard, card_number: "8600 0000 0000 0005" }, "SMS service is not enabled"],
    [{ ...goodCard, card_number: "8600" }, "A card number has 16 digits."],
    [{ ...goodCard, card_expiry: "13/30" }, "Write the expiry as MM/YY."],
    [{ ...goodCard, card_expiry: "01/20" }, "This card has expired."],
  ])(
    "a refusal is told in the customer's words and what was typed stays: %j",
    async (typed, words) => {
      const { _url } = await sandbox.invoice()
      const { status, text } = await sandbox.submitCard(_url, typed)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(text).toContain(words)
      expect(text).toContain(`value="${typed.card_number}"`)
    }
  )

  it("a wrong code can be corrected; the third sends back to the card", async () => {
    const { _url, _id } = await sandbox.invoice()
    const codePage = (await sandbox.submitCard(_url)).headers.get("location") ?? ""
    const wrong = () => sandbox.submit(codePage, { sms_code: "000000" })
    expect((await wrong()).text).toContain('name="sms_code"')
    await wrong()
    expect((await wrong()).text).toContain('name="card_number"')
    const late = await sandbox.submit(codePage, { sms_code: "123456" })
    expect(late.text).toContain("The code is no longer valid.")
    expect(await sandbox.payment(_id)).toMatchObject({ status: "pending" })
  })

  it.each(["1249", "12/49", "12 / 49", "12.49", "12-49", "12/2049"])(
    "takes the expiry %j, and a number with hyphens",
    async (card_expiry) => {
      const { _url } = await sandbox.invoice()
      const typed = { card_number: "8600-0000-0000-0001", card_expiry }
      expect((await sandbox.submitCard(_url, typed)).status).toBe(303)
    }
  )

  it("offers a new code after a minute, which takes the place of the old one", async () => {
    const { _url, _id } = await sandbox.invoice()
    const first = (await sandbox.submitCard(_url)).headers.get("location") ?? ""
    expect((await sandbox.page(first)).text).toContain("A new code can be sent in 60 s.")
    const tooSoon = await sandbox.submit(`${first}/new-code`)
    expect(tooSoon.headers.get("location")).toBe(first)

    await sandbox.control("POST", "/clock", { advance_seconds: 61 })
    expect((await sandbox.page(first)).text).toContain("Send a new code")
    const second = (await sandbox.submit(`${first}/new-code`)).headers.get("location") ?? ""
    expect(second).not.toBe(first)
    expect((await sandbox.submit(first, { sms_code: "123456" })).status).toBe(400)
    expect((await sandbox.submit(second, { sms_code: "123456" })).status).toBe(303)
    expect(await sandbox.payment(_id)).toMatchObject({ status: "paid" })
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
    const codePage = (await sandbox.submitCard(_url)).headers.get("location") ?? ""
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
