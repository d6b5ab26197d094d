import { startSandbox, type Running } from "./running"
import { dateTime, oneError } from "./shapes"

/** docs/service.md, 1 to 6: every field, type, limit and rule, over HTTP. */

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe("the books", () => {
  it("balance, statistics and history start empty", async () => {
    expect((await sandbox.api("get_balance")).body).toEqual({
      status: "success",
      balance: { uzs: 0, usd: 0, ton: 0 },
    })
    expect((await sandbox.api("get_stats")).body).toEqual({
      status: "success",
      stats: { total_orders: 0, total_amount: 0 },
    })
    expect((await sandbox.api("get_history")).body).toEqual({ status: "success", data: [] })
  })

  it("balance, statistics and history agree about what was paid, to the tiyin", async () => {
    for (const amount of [1000.1, 1000.2, 5_000]) {
      const { _id } = await sandbox.invoice({ amount })
      await sandbox.control("POST", `/payments/${_id}/pay`)
    }
    await sandbox.invoice({ amount: 9_000 })
    expect((await sandbox.api("get_balance")).body).toMatchObject({ balance: { uzs: 7000.3 } })
    expect((await sandbox.api("get_stats")).body).toMatchObject({
      stats: { total_orders: 3, total_amount: 7000.3 },
    })
    expect((await sandbox.api("get_history")).body).toMatchObject({
      data: [
        { id: "61003", amount: "5000.00", status: "paid" },
        { id: "61002", amount: "1000.20", status: "paid" },
        { id: "61001", amount: "1000.10", status: "paid" },
      ],
    })
  })

  it("history answers as many transactions as `limit` asks for", async () => {
    for (let made = 0; made < 3; made += 1) {
      const { _id } = await sandbox.invoice()
      await sandbox.control("POST", `/payments/${_id}/pay`)
    }
    expect((await sandbox.api("get_history", { limit: 2 })).body).toMatchObject({
      data: [{ id: "61003" }, { id: "61002" }],
    })
  })

  it.each([0, -1, 1.5, "5", null])("history refuses the limit %j", async (limit) => {
    expect((await sandbox.api("get_history", { limit })).status).toBe(400)
  })

  it("payment methods name every enabled system with its logos, which can be fetched", async () => {
    await sandbox.control("PUT", "/settings", { methods: ["payme", "uzum"] })
    const logo = (name: string) => `${sandbox.url}/logos/${name}.svg`
    expect((await sandbox.api("get_payment_methods")).body).toEqual({
      status: "success",
      data: [
        {
          key: "payme",
          name: "Payme",
          logo_light: logo("payme-light"),
          logo_dark: logo("payme-dark"),
        },
        {
          key: "uzum",
          name: "Uzum Bank",
          logo_light: logo("uzum-light"),
          logo_dark: logo("uzum-dark"),
        },
      ],
    })
    const picture = await sandbox.page("/logos/uzum-dark.svg")
    expect(picture.headers.get("content-type")).toContain("image/svg+xml")
  })

  it("the keys of _pay_via are the keys of the payment methods", async () => {
    await sandbox.control("PUT", "/settings", { methods: ["payme", "card"] })
    expect(Object.keys((await sandbox.invoice())._pay_via as object)).toEqual(["payme", "card"])
  })

  it("fiscal data appears some time after the payment and tells of that payment", async () => {
    const { _id } = await sandbox.invoice()
    const fiscal = async () => (await sandbox.api("get_fiscal", { order_id: _id })).body
    expect(await fiscal()).toEqual({ status: "success", data: null })
    await sandbox.control("POST", `/payments/${_id}/pay`)
    expect(await fiscal()).toEqual({ status: "success", data: null })
    await sandbox.control("POST", "/clock", { advance_seconds: 30 })
    expect(await fiscal()).toMatchObject({
      data: {
        receipt_number: _id,
        amount: 7000,
        fiscal_sign: expect.stringMatching(/^\d{12}$/) as unknown,
        date_time: expect.stringMatching(dateTime) as unknown,
      },
    })
    expect((await sandbox.api("get_fiscal", { order_id: 1 })).status).toBe(404)
    expect((await sandbox.api("get_fiscal", {})).status).toBe(400)
  })
})

describe("cash desks", () => {
  it("another cash desk's invoice does not exist for any operation", async () => {
    await sandbox.control("POST", "/cash-desks", { key: "second-key" })
    const { _id, _uuid } = await sandbox.invoice()
    const card = { card_number: "8600000000000001", card_expiry: "12/49" }
    const token = await sandbox.cardToken(_id)
    const asked = async (operation: string, body: unknown) =>
      (await sandbox.api(operation, body, "second-key")).status
    expect(await asked("status_payment", { id: _id })).toBe(404)
    expect(await asked("status_payment", { uuid: _uuid })).toBe(404)
    expect(await asked("get_fiscal", { order_id: _id })).toBe(404)
    expect(await asked("pay_via_card", { order_id: _id, ...card })).toBe(404)
    expect(await asked("confirm_card_payment", { payment_token: token, sms_code: "123456" })).toBe(
      400
    )
    expect((await sandbox.api("status_payment", { id: _id })).body).toMatchObject({
      data: { status: "pending" },
    })
  })

  it("each has its own books, and all share one sequence of numbers", async () => {
    await sandbox.control("POST", "/cash-desks", { key: "second-key" })
    const first = await sandbox.invoice()
    const second = await sandbox.invoice({ amount: 2000 }, "second-key")
    expect(second._id).toBe(first._id + 1)
    await sandbox.control("POST", `/payments/${second._id}/pay?cash_desk=2`)
    expect((await sandbox.api("get_balance")).body).toMatchObject({ balance: { uzs: 0 } })
    expect((await sandbox.api("get_history")).body).toMatchObject({ data: [] })
    expect((await sandbox.api("get_balance", undefined, "second-key")).body).toMatchObject({
      balance: { uzs: 2000 },
    })
  })

  it("an enabled whitelist lets only its addresses in", async () => {
    await sandbox.control("PUT", "/settings", { ip_whitelist: ["203.0.113.7"] })
    const refused = await sandbox.api("create_payment", { amount: 7000 })
    expect([refused.status, refused.body]).toEqual([403, oneError])
    await sandbox.control("PUT", "/settings", { ip_whitelist: ["203.0.113.7", "127.0.0.1"] })
    expect((await sandbox.api("create_payment", { amount: 7000 })).status).toBe(200)
    await sandbox.control("PUT", "/settings", { ip_whitelist: [] })
    expect((await sandbox.api("get_balance")).status).toBe(200)
  })
})
