import { startSandbox, type Running } from "./running"

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe("the request log", () => {
  it("tells operation, body, time, status and answer, in the order of arrival", async () => {
    await sandbox.invoice()
    await sandbox.api("get_balance")
    await sandbox.api("status_payment", { id: 1 })
    expect((await sandbox.control("GET", "/requests")).body).toEqual([
      {
        operation: "create_payment",
        body: { amount: 7000 },
        at: expect.any(String) as unknown,
        status: 200,
        answer: { status: "success", payment: expect.anything() as unknown },
      },
      {
        operation: "get_balance",
        body: null,
        at: expect.any(String) as unknown,
        status: 200,
        answer: { status: "success", balance: { uzs: 0, usd: 0, ton: 0 } },
      },
      {
        operation: "status_payment",
        body: { id: 1 },
        at: expect.any(String) as unknown,
        status: 404,
        answer: { error: "There is no such invoice." },
      },
    ])
  })

  it("holds no card number, SMS code or API key", async () => {
    const { _id } = await sandbox.invoice({ description: "key sandbox-key in a text" })
    const token = await sandbox.cardToken(_id)
    await sandbox.api("confirm_card_payment", { payment_token: token, sms_code: "123456" })
    await sandbox.api("confirm_card_payment", { payment_token: token, sms_code: 123456 })
    const { text } = await sandbox.control("GET", "/requests")
    expect(text).not.toMatch(/8600 ?0000|"123456"|123456|sandbox-key|12\/49/)
    expect(text).toContain("**** 0001")
  })

  it("shows a call refused for its key", async () => {
    await sandbox.api("get_balance", undefined, "wrong")
    expect((await sandbox.control("GET", "/requests")).body).toMatchObject([
      { operation: "get_balance", status: 401 },
    ])
  })
})

describe("cash desks and reset", () => {
  it("lists the cash desks with their keys, and opens more", async () => {
    const opened = await sandbox.control("POST", "/cash-desks", {
      key: "second-key",
      name: "Second",
    })
    expect([opened.status, opened.body]).toMatchObject([
      201,
      { id: 2, key: "second-key", name: "Second" },
    ])
    const third = await sandbox.control("POST", "/cash-desks")
    expect(third.body).toMatchObject({
      id: 3,
      key: expect.stringMatching(/^sandbox-\w{24}$/) as unknown,
    })
    expect((await sandbox.control("GET", "/cash-desks")).body).toMatchObject([
      { id: 1, key: "sandbox-key" },
      { id: 2, key: "second-key" },
      { id: 3 },
    ])
  })

  it("calls about another cash desk say which one is meant", async () => {
    await sandbox.control("POST", "/cash-desks", { key: "second-key" })
    const { _id } = await sandbox.invoice({}, "second-key")
    const missed = await sandbox.control("POST", `/payments/${_id}/pay`)
    expect([missed.status, missed.text]).toEqual([404, expect.stringContaining("?cash_desk=2")])
    expect((await sandbox.control("POST", `/payments/${_id}/pay?cash_desk=2`)).status).toBe(200)
    expect((await sandbox.control("GET", "/payments")).body).toEqual([])
  })

  it("reset empties everything and never repeats an invoice number", async () => {
    const { _id } = await sandbox.invoice()
    await sandbox.control("POST", `/payments/${_id}/pay`)
    await sandbox.control("POST", "/cash-desks", { key: "second-key" })
    await sandbox.control("PUT", "/settings", { types: "documented" })
    await sandbox.control("POST", "/clock", { advance_seconds: 86_400 })
    await sandbox.fault({ operation: "create_payment", kind: "http_500" })
    expect((await sandbox.control("POST", "/reset")).status).toBe(200)
    for (const path of ["/payments", "/requests", "/webhooks"]) {
      expect((await sandbox.control("GET", path)).body).toEqual([])
    }
    expect((await sandbox.control("GET", "/cash-desks")).body).toHaveLength(1)
    expect((await sandbox.control("PUT", "/settings")).body).toMatchObject({ types: "observed" })
    expect((await sandbox.control("POST", "/clock", { advance_seconds: 0 })).body).toMatchObject({
      ahead_seconds: 0,
    })
    expect((await sandbox.api("get_balance")).body).toMatchObject({ balance: { uzs: 0 } })
    expect((await sandbox.invoice())._id).toBe(_id + 1)
  })
})
