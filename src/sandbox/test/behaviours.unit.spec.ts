import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import { eventually, goodCard, startReceiver, startSandbox, type Running } from "./running"

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const status = async (id: number) => (await sandbox.api("status_payment", { id })).body
const set = (settings: Record<string, unknown>) => sandbox.control("PUT", "/settings", settings)

describe("what a service does on a bad day", () => {
  it.each([6999, 7001])(
    "an invoice over 7000 is paid over %d, in all of its books",
    async (amount) => {
      const receiver = await startReceiver()
      const { _id } = await sandbox.invoice({ webhook_url: receiver.url })
      await sandbox.control("POST", `/payments/${_id}/pay`, { amount })
      const told = { id: String(_id), amount: `${amount}.00`, status: "paid" }
      expect(await status(_id)).toMatchObject({ data: told })
      expect((await sandbox.api("get_history")).body).toMatchObject({ data: [told] })
      expect((await sandbox.api("get_balance")).body).toMatchObject({ balance: { uzs: amount } })
      expect((await sandbox.api("get_stats")).body).toMatchObject({
        stats: { total_amount: amount },
      })
      await eventually(() => {
        expect(receiver.received).toMatchObject([{ body: { data: { amount } } }])
      })
      await receiver.close()
    }
  )

  it("a webhook comes late", async () => {
    const receiver = await startReceiver()
    const { _id } = await sandbox.invoice({ webhook_url: receiver.url })
    await sandbox.control("POST", `/payments/${_id}/pay`, { webhook_after_seconds: 1 })
    expect(await status(_id)).toMatchObject({ data: { status: "paid" } })
    await delay(500)
    expect(receiver.received).toEqual([])
    await eventually(() => {
      expect(receiver.received).toHaveLength(1)
    })
    await receiver.close()
  })

  it("a card is accepted, and the invoice is paid some seconds later, once", async () => {
    await set({ card_delay_seconds: 1 })
    const { _id } = await sandbox.invoice()
    const token = await sandbox.cardToken(_id)
    const code = { payment_token: token, sms_code: "123456" }
    expect((await sandbox.api("confirm_card_payment", code)).status).toBe(200)
    expect((await sandbox.api("confirm_card_payment", code)).status).toBe(400)
    expect(await status(_id)).toMatchObject({ data: { status: "pending" } })
    await eventually(async () => {
      expect(await status(_id)).toMatchObject({ data: { status: "paid" } })
    })
    expect((await sandbox.api("get_stats")).body).toMatchObject({ stats: { total_orders: 1 } })
  })

  it("an invoice is paid, and its webhook sent, before its maker has the answer", async () => {
    const receiver = await startReceiver()
    await set({ pay_at_creation: true })
    const slow = { operation: "create_payment", kind: "slow", delay_ms: 300 }
    await sandbox.control("POST", "/faults", slow)
    const made = sandbox.invoice({ webhook_url: receiver.url })
    await eventually(() => {
      expect(receiver.received).toHaveLength(1)
    })
    const { _id } = await made
    expect(await status(_id)).toMatchObject({ data: { status: "paid" } })
    await receiver.close()
  })

  it("a receipt comes when the setting says", async () => {
    await set({ fiscal_delay_seconds: 90 })
    const { _id } = await sandbox.invoice()
    await sandbox.control("POST", `/payments/${_id}/pay`)
    const receipt = async () => (await sandbox.api("get_fiscal", { order_id: _id })).body
    await sandbox.control("POST", "/clock", { advance_seconds: 89 })
    expect(await receipt()).toEqual({ status: "success", data: null })
    await sandbox.control("POST", "/clock", { advance_seconds: 2 })
    expect(await receipt()).toMatchObject({ data: { receipt_number: _id } })
  })

  it("a payment system is switched off while the customer chooses: nothing is taken, and the choice is offered again", async () => {
    const { _id, _url } = await sandbox.invoice()
    expect((await sandbox.page(`${_url}/payme`)).status).toBe(200)
    await set({ methods: ["click", "card"] })
    for (const { status, text } of [
      await sandbox.page(`${_url}/payme`),
      await sandbox.submit(`${_url}/payme`),
    ]) {
      expect(status).toBe(404)
      expect(text).toContain("Payme is not available now")
      expect(text).toContain(`class="button" href="${new URL(_url).pathname}"`)
    }
    expect(await status(_id)).toMatchObject({ data: { status: "pending" } })
    expect((await sandbox.submit(`${_url}/card`, goodCard)).status).toBe(303)
  })
})

describe("a card that takes some seconds", () => {
  /** The customer has entered the right code on the hosted page. */
  const enterCode = async (seconds = 60, returnUrl?: string) => {
    await set({ card_delay_seconds: seconds })
    const made = await sandbox.invoice({ return_url: returnUrl })
    const codePage = (await sandbox.submit(`${made._url}/card`, goodCard)).headers.get("location")
    const entered = await sandbox.submit(codePage ?? "", { sms_code: "123456" })
    expect(entered.headers.get("location")).toBe(new URL(made._url).pathname)
    return { ...made, codePage: codePage ?? "" }
  }
  const listed = async (id: number) => (await sandbox.control("GET", `/payments/${id}`)).body

  it("shows a page that goes on by itself, without a script too, and then the paid page", async () => {
    const { _id, _url } = await enterCode()
    const { text } = await sandbox.page(_url)
    expect(text).toContain("Your payment is being confirmed")
    expect(text).toContain(`<meta http-equiv="refresh" content="2;url=${new URL(_url).pathname}"`)
    expect((await sandbox.page(`${_url}/state`)).body).toEqual({ state: "processing" })
    expect(await listed(_id)).toMatchObject({ status: "processing" })
    expect(await status(_id)).toMatchObject({ data: { status: "pending", paid_at: null } })
    await sandbox.control("POST", "/clock", { advance_seconds: 60 })
    expect((await sandbox.page(_url)).text).toContain("<h1>Paid</h1>")
    expect((await sandbox.page(`${_url}/state`)).body).toEqual({ state: "paid" })
    expect(await listed(_id)).toMatchObject({ status: "paid" })
  })

  it("takes no second payment meanwhile, by whatever way", async () => {
    const { _id, _url, codePage } = await enterCode()
    const home = new URL(_url).pathname
    for (const [path, form] of [
      [`${_url}/click`, {}],
      [`${_url}/card`, goodCard],
      [codePage, { sms_code: "123456" }],
    ] as const) {
      expect((await sandbox.submit(path, form)).headers.get("location")).toBe(home)
      expect((await sandbox.page(path)).text).not.toContain('type="submit"')
    }
    expect((await sandbox.control("POST", `/payments/${_id}/pay`)).status).toBe(409)
    const card = await sandbox.api("pay_via_card", { order_id: _id, ...goodCard })
    expect(card.status).toBe(400)
    await sandbox.control("POST", "/clock", { advance_seconds: 60 })
    expect((await sandbox.api("get_stats")).body).toMatchObject({ stats: { total_orders: 1 } })
  })

  it("is paid although the time runs out meanwhile, where late payments are refused", async () => {
    await set({
      accept_late_payment: false,
      status_after_lifetime: "expired",
      lifetime_seconds: 30,
    })
    const { _id, _url } = await enterCode(60)
    await sandbox.control("POST", "/clock", { advance_seconds: 40 })
    expect((await sandbox.page(_url)).text).toContain("Your payment is being confirmed")
    expect(await status(_id)).toMatchObject({ data: { status: "pending" } })
    await sandbox.control("POST", "/clock", { advance_seconds: 20 })
    expect(await status(_id)).toMatchObject({ data: { status: "paid" } })
  })

  it("was paid when it was due, however far the clock was moved", async () => {
    const { _id } = await enterCode(60)
    const before = Date.now()
    await sandbox.control("POST", "/clock", { advance_seconds: 86_400 })
    const { paid_at } = z.object({ paid_at: z.string() }).parse(await listed(_id))
    expect(Date.parse(paid_at) - before).toBeLessThanOrEqual(60_000)
  })

  it("is forgotten with everything else, and no webhook comes from before", async () => {
    const receiver = await startReceiver()
    await set({ webhook_url: receiver.url })
    await enterCode(1)
    await sandbox.control("POST", "/reset")
    await set({ webhook_url: receiver.url })
    await delay(1_200)
    expect(receiver.received).toEqual([])
    expect((await sandbox.api("get_stats")).body).toMatchObject({ stats: { total_orders: 0 } })
    await receiver.close()
  })
})

describe("time", () => {
  it("a webhook that is minutes late comes when the clock gets there", async () => {
    const receiver = await startReceiver()
    const { _id } = await sandbox.invoice({ webhook_url: receiver.url })
    await sandbox.control("POST", `/payments/${_id}/pay`, { webhook_after_seconds: 300 })
    await sandbox.control("POST", "/clock", { advance_seconds: 290 })
    expect(receiver.received).toEqual([])
    await sandbox.control("POST", "/clock", { advance_seconds: 10 })
    await eventually(() => {
      expect(receiver.received).toHaveLength(1)
    })
    await receiver.close()
  })

  it.each([
    ["last_second", -1, 200, "paid"],
    ["after_lifetime", 1, 200, "paid"],
  ])("an invoice is paid %s", async (when, seconds, answered, stage) => {
    const { _id } = await sandbox.invoice()
    const paid = await sandbox.control("POST", `/payments/${_id}/pay`, { when })
    expect([paid.status, paid.body]).toEqual([
      answered,
      expect.objectContaining({ status: stage }) as unknown,
    ])
    const { paid_at, expires_at } = z
      .object({ paid_at: z.string(), expires_at: z.string() })
      .parse(paid.body)
    const after = (Date.parse(paid_at) - Date.parse(expires_at)) / 1000
    expect(Math.abs(after - seconds)).toBeLessThan(0.5)
  })

  it("after its lifetime an invoice is refused where late payments are, at its last second it is not", async () => {
    await set({ accept_late_payment: false })
    const [late, last] = [await sandbox.invoice(), await sandbox.invoice()]
    const pay = (id: number, when: string) =>
      sandbox.control("POST", `/payments/${id}/pay`, { when })
    expect((await pay(last._id, "last_second")).status).toBe(200)
    expect((await pay(late._id, "after_lifetime")).status).toBe(409)
    expect((await pay(late._id, "last_second")).status).toBe(409)
    expect(await status(late._id)).toMatchObject({ data: { status: "pending" } })
  })

  it("what is listed is what the page says: an invoice whose time is over is not pending", async () => {
    const { _id, _url } = await sandbox.invoice()
    await sandbox.control("POST", "/clock", { advance_seconds: 3_600 })
    expect((await sandbox.control("GET", "/payments")).body).toMatchObject([{ status: "expired" }])
    expect((await sandbox.page("/")).text).toContain('<span class="badge expired">expired</span>')
    expect((await sandbox.page(_url)).text).toContain("The time to pay is over")
    expect(await status(_id)).toMatchObject({ data: { status: "pending" } })
  })

  it("goes on for 50 years and no longer, so that every date is one", async () => {
    const tenYears = { advance_seconds: 315_360_000 }
    const jump = () => sandbox.control("POST", "/clock", tenYears)
    for (let decade = 1; decade <= 5; decade += 1) expect((await jump()).status).toBe(200)
    expect((await jump()).status).toBe(400)
    const { _url, _id } = await sandbox.invoice()
    for (const address of ["/", _url, `${_url}/card`]) {
      expect((await sandbox.page(address)).status).toBe(200)
    }
    await sandbox.control("POST", `/payments/${_id}/pay`, { when: "after_lifetime" })
    expect((await sandbox.page(_url)).text).toContain("<h1>Paid</h1>")
  })
})
