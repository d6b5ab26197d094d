import { setTimeout as delay } from "node:timers/promises"
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

  it("a payment system is switched off while the customer chooses", async () => {
    const { _url } = await sandbox.invoice()
    expect((await sandbox.page(`${_url}/payme`)).status).toBe(200)
    await set({ methods: ["click", "card"] })
    expect((await sandbox.page(`${_url}/payme`)).status).toBe(404)
    expect((await sandbox.submit(`${_url}/payme`)).status).toBe(404)
    expect((await sandbox.submit(`${_url}/card`, goodCard)).status).toBe(303)
  })
})
