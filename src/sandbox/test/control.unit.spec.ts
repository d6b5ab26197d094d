import { startSandbox, type Running } from "./running"

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe("paying", () => {
  it("answers the payment, and 409 for one that is paid: money is taken once", async () => {
    const { _id } = await sandbox.invoice()
    const first = await sandbox.control("POST", `/payments/${_id}/pay`, { payment_system: "click" })
    expect([first.status, first.body]).toMatchObject([
      200,
      { id: _id, status: "paid", payment_system: "click" },
    ])
    const second = await sandbox.control("POST", `/payments/${_id}/pay`)
    expect(second.status).toBe(409)
    expect((await sandbox.api("get_balance")).body).toMatchObject({ balance: { uzs: 7000 } })
  })

  it("takes money once when twenty ask in the same instant", async () => {
    const { _id } = await sandbox.invoice()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sandbox.control("POST", `/payments/${_id}/pay`))
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await sandbox.api("get_stats")).body).toMatchObject({ stats: { total_orders: 1 } })
  })

  it("lists payments and shows one", async () => {
    const { _id, _uuid, _url } = await sandbox.invoice({ description: "Tea" })
    const shown = {
      id: _id,
      uuid: _uuid,
      url: _url,
      amount: 7000,
      status: "pending",
      description: "Tea",
      paid_at: null,
    }
    expect((await sandbox.control("GET", `/payments/${_id}`)).body).toMatchObject(shown)
    expect((await sandbox.control("GET", "/payments")).body).toMatchObject([shown])
  })

  it.each(["1", "x", "61001x", "-1"])("does not know the payment %j", async (id) => {
    await sandbox.invoice()
    expect((await sandbox.control("GET", `/payments/${id}`)).status).toBe(404)
    expect((await sandbox.control("POST", `/payments/${id}/pay`)).status).toBe(404)
  })
})

describe("bad input is answered with one sentence that names the field", () => {
  it.each([
    ["POST", "/payments/61001/pay", { payment_system: "cash" }, "payment_system"],
    ["POST", "/payments/61001/pay", { webhook: "often" }, "webhook"],
    ["POST", "/payments/61001/pay", { hook: "drop" }, "hook"],
    ["PUT", "/settings", { webhook_url: "ftp://x" }, "webhook_url"],
    ["PUT", "/settings", { webhook_url: 1 }, "webhook_url"],
    ["PUT", "/settings", { ip_whitelist: ["localhost"] }, "ip_whitelist"],
    ["PUT", "/settings", { types: "odd" }, "types"],
    ["PUT", "/settings", { methods: ["cash"] }, "methods"],
    ["PUT", "/settings", { methods: ["click", "click"] }, "methods"],
    ["PUT", "/settings", { lifetime_seconds: 0 }, "lifetime_seconds"],
    ["PUT", "/settings", { status_after_lifetime: "paid" }, "status_after_lifetime"],
    ["PUT", "/settings", { accept_late_payment: "yes" }, "accept_late_payment"],
    ["PUT", "/settings", { webhook: "http://x" }, "webhook"],
    ["POST", "/faults", { operation: "refund", kind: "html" }, "operation"],
    ["POST", "/faults", { operation: "get_stats" }, "kind"],
    ["POST", "/faults", { operation: "get_stats", kind: "wrong_id" }, "kind"],
    ["POST", "/faults", { operation: "get_stats", kind: "html", times: 0 }, "times"],
    ["POST", "/faults", { operation: "get_stats", kind: "slow", delay_ms: -1 }, "delay_ms"],
    ["POST", "/faults", { operation: "get_stats", kind: "html", rate: 0 }, "rate"],
    ["POST", "/faults", { operation: "get_stats", kind: "html", rate: 1.1 }, "rate"],
    ["POST", "/clock", {}, "advance_seconds"],
    ["POST", "/clock", { advance_seconds: -1 }, "advance_seconds"],
    ["POST", "/cash-desks", { key: "with space" }, "key"],
    ["POST", "/cash-desks", { key: "sandbox-key" }, "key"],
    ["POST", "/cash-desks", { name: "" }, "name"],
  ])("%s %s %j", async (method, path, body, field) => {
    await sandbox.invoice()
    const answer = await sandbox.control(method, path, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      error: expect.stringMatching(new RegExp(`^${field}\\b.*\\.$`)) as unknown,
    })
  })

  it("a body that is no JSON: 400; over 64 KB: 413; an unknown call or cash desk: 404", async () => {
    const bad = await sandbox.raw("/sandbox/clock", { method: "POST", body: "{" })
    expect([bad.status, bad.body]).toEqual([400, { error: "The body is not valid JSON." }])
    const large = await sandbox.raw("/sandbox/clock", { method: "POST", body: "x".repeat(70_000) })
    expect(large.status).toBe(413)
    expect((await sandbox.control("POST", "/nothing")).status).toBe(404)
    expect((await sandbox.control("GET", "/payments?cash_desk=9")).status).toBe(404)
  })

  it("refused settings change nothing", async () => {
    await sandbox.control("PUT", "/settings", { types: "documented", lifetime_seconds: 0 })
    expect((await sandbox.control("PUT", "/settings")).body).toMatchObject({ types: "observed" })
  })
})

describe("settings", () => {
  it("an empty body changes nothing; a named field changes alone", async () => {
    const before = (await sandbox.control("PUT", "/settings")).body
    expect(before).toEqual({
      webhook_url: null,
      ip_whitelist: [],
      types: "observed",
      methods: ["click", "payme", "card", "plum", "paylov", "xazna", "oson"],
      lifetime_seconds: 3600,
      status_after_lifetime: "pending",
      accept_late_payment: true,
      fiscal_delay_seconds: 30,
      card_delay_seconds: 0,
      pay_at_creation: false,
    })
    expect((await sandbox.control("GET", "/settings")).body).toEqual(before)
    const after = (await sandbox.control("PUT", "/settings", { lifetime_seconds: 7200 })).body
    expect(after).toEqual({ ...(before as object), lifetime_seconds: 7200 })
    expect(await sandbox.invoice()).toMatchObject({ _lifteme: { _second: 7200, _hour: 2 } })
  })

  it("a webhook address can be taken away again", async () => {
    await sandbox.control("PUT", "/settings", { webhook_url: "http://127.0.0.1:9/" })
    expect((await sandbox.control("PUT", "/settings", { webhook_url: null })).body).toMatchObject({
      webhook_url: null,
    })
  })
})

describe("time", () => {
  it("after the lifetime the status word is the configured one, and a late payment still counts", async () => {
    const { _id } = await sandbox.invoice()
    await sandbox.control("POST", "/clock", { advance_seconds: 3600 })
    expect(await sandbox.status(_id)).toMatchObject({ data: { status: "pending" } })
    await sandbox.control("PUT", "/settings", { status_after_lifetime: "expired" })
    expect(await sandbox.status(_id)).toMatchObject({ data: { status: "expired" } })
    await sandbox.control("POST", `/payments/${_id}/pay`)
    expect(await sandbox.status(_id)).toMatchObject({ data: { status: "paid" } })
  })

  it("a second before the end the invoice is as it was", async () => {
    await sandbox.control("PUT", "/settings", { status_after_lifetime: "expired" })
    const { _id } = await sandbox.invoice()
    await sandbox.control("POST", "/clock", { advance_seconds: 3590 })
    expect(await sandbox.status(_id)).toMatchObject({ data: { status: "pending" } })
  })

  it("late payments can be refused, on every way to pay", async () => {
    await sandbox.control("PUT", "/settings", { accept_late_payment: false })
    const { _id, _url } = await sandbox.invoice()
    await sandbox.control("POST", "/clock", { advance_seconds: 3400 })
    const token = await sandbox.cardToken(_id)
    await sandbox.control("POST", "/clock", { advance_seconds: 200 })
    expect((await sandbox.control("POST", `/payments/${_id}/pay`)).status).toBe(409)
    const confirm = { payment_token: token, sms_code: "123456" }
    expect((await sandbox.api("confirm_card_payment", confirm)).status).toBe(400)
    await sandbox.submit(`${_url}/click`)
    expect(await sandbox.status(_id)).toMatchObject({ data: { status: "pending" } })
  })

  it("only goes forward, for new invoices too", async () => {
    const clock = await sandbox.control("POST", "/clock", { advance_seconds: 86_400 })
    expect(clock.body).toMatchObject({ ahead_seconds: 86_400 })
    const { _id } = await sandbox.invoice()
    const { created_at: createdAt } = (await sandbox.control("GET", `/payments/${_id}`)).body as {
      created_at: string
    }
    expect(Date.parse(createdAt) - Date.now()).toBeGreaterThan(86_000_000)
  })
})
