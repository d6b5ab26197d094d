import { startSandbox, type Running } from "./running"

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const statusWord = async (id: number) => (await sandbox.api("status_payment", { id })).body
const fault = (body: Record<string, unknown>) => sandbox.control("POST", "/faults", body)

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
    expect(await statusWord(_id)).toMatchObject({ data: { status: "pending" } })
    await sandbox.control("PUT", "/settings", { status_after_lifetime: "expired" })
    expect(await statusWord(_id)).toMatchObject({ data: { status: "expired" } })
    await sandbox.control("POST", `/payments/${_id}/pay`)
    expect(await statusWord(_id)).toMatchObject({ data: { status: "paid" } })
  })

  it("a second before the end the invoice is as it was", async () => {
    await sandbox.control("PUT", "/settings", { status_after_lifetime: "expired" })
    const { _id } = await sandbox.invoice()
    await sandbox.control("POST", "/clock", { advance_seconds: 3590 })
    expect(await statusWord(_id)).toMatchObject({ data: { status: "pending" } })
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
    expect(await statusWord(_id)).toMatchObject({ data: { status: "pending" } })
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

describe("faults", () => {
  const made = async () => ((await sandbox.control("GET", "/payments")).body as unknown[]).length

  it.each([
    ["http_500", 500, { status: "error" }],
    ["http_429", 429, { error: "Too many requests." }],
    ["status_error", 200, { status: "error", message: "The request could not be carried out." }],
  ])("%s refuses, and no invoice is made", async (kind, status, body) => {
    await fault({ operation: "create_payment", kind })
    const answer = await sandbox.api("create_payment", { amount: 7000 })
    expect([answer.status, answer.body]).toEqual([status, body])
    expect(await made()).toBe(0)
    expect((await sandbox.api("create_payment", { amount: 7000 })).status).toBe(200)
  })

  it("html answers a gateway's page", async () => {
    await fault({ operation: "get_balance", kind: "html" })
    const answer = await sandbox.api("get_balance")
    expect(answer.status).toBe(502)
    expect(answer.text).toContain("<html>")
  })

  it("429 says when to try again", async () => {
    await fault({ operation: "get_balance", kind: "http_429" })
    expect((await sandbox.api("get_balance")).headers.get("retry-after")).toBe("1")
  })

  it("reset cuts the connection after the invoice was made: the dangerous case", async () => {
    await fault({ operation: "create_payment", kind: "reset" })
    await expect(sandbox.api("create_payment", { amount: 7000 })).rejects.toThrow()
    expect(await made()).toBe(1)
  })

  it("hang never answers, and the invoice was made", async () => {
    await fault({ operation: "create_payment", kind: "hang" })
    const signal = AbortSignal.timeout(150)
    const headers = { authorization: "Bearer sandbox-key", "content-type": "application/json" }
    const init = { method: "POST", headers, body: '{"amount":7000}', signal }
    await expect(sandbox.raw("/api/v1/create_payment", init)).rejects.toThrow()
    expect(await made()).toBe(1)
  })

  it("wrong_id and wrong_amount alter the answer alone", async () => {
    const { _id } = await sandbox.invoice()
    await fault({ operation: "status_payment", kind: "wrong_id" })
    expect(await statusWord(_id)).toMatchObject({ data: { id: "61002", amount: "7000.00" } })
    await fault({ operation: "status_payment", kind: "wrong_amount" })
    expect(await statusWord(_id)).toMatchObject({ data: { id: "61001", amount: "7001.00" } })
    expect(await statusWord(_id)).toMatchObject({ data: { id: "61001", amount: "7000.00" } })
    await fault({ operation: "create_payment", kind: "wrong_amount" })
    const wrong = await sandbox.invoice()
    expect(wrong).toMatchObject({ _id: 61002, _amount: 7001 })
    expect((await sandbox.control("GET", "/payments/61002")).body).toMatchObject({ amount: 7000 })
  })

  it("slow answers late what was true when it was asked", async () => {
    const { _id } = await sandbox.invoice()
    await fault({ operation: "status_payment", kind: "slow", delay_ms: 200 })
    const begun = Date.now()
    const slow = statusWord(_id)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await sandbox.control("POST", `/payments/${_id}/pay`)
    expect(await slow).toMatchObject({ data: { status: "pending" } })
    expect(Date.now() - begun).toBeGreaterThanOrEqual(190)
  })

  it("last for `times` calls of that operation, in the order they were ordered", async () => {
    await fault({ operation: "get_stats", kind: "http_500", times: 2 })
    await fault({ operation: "get_stats", kind: "http_429" })
    const statuses: number[] = []
    for (let call = 0; call < 4; call += 1) statuses.push((await sandbox.api("get_stats")).status)
    expect(statuses).toEqual([500, 500, 429, 200])
  })

  it("with a `rate` hit that share of the calls, each kind its own, until they are taken back", async () => {
    await fault({ operation: "get_stats", kind: "http_500", rate: 0.25 })
    await fault({ operation: "get_stats", kind: "html", rate: 0.25 })
    const statuses = await Promise.all(
      Array.from({ length: 400 }, async () => (await sandbox.api("get_stats")).status)
    )
    const count = (status: number) => statuses.filter((answered) => answered === status).length
    // 100 are expected of each; five standard deviations are 43.
    for (const status of [500, 502]) {
      expect(count(status)).toBeGreaterThan(50)
      expect(count(status)).toBeLessThan(150)
    }
    expect(count(200)).toBe(400 - count(500) - count(502))
    const ordered = (await sandbox.control("GET", "/faults")).body
    expect(ordered).toEqual([
      expect.objectContaining({ kind: "http_500", times: null, rate: 0.25, hits: count(500) }),
      expect.objectContaining({ kind: "html", times: null, rate: 0.25, hits: count(502) }),
    ])
    expect((await sandbox.control("DELETE", "/faults")).body).toEqual({ removed: 2 })
  })

  it("with a `rate` that adds up to 1 hit every call, and `times` still counts them", async () => {
    await fault({ operation: "get_stats", kind: "http_500", rate: 0.5, times: 3 })
    await fault({ operation: "get_stats", kind: "html", rate: 0.5, times: 3 })
    let failed = 0
    for (let call = 0; call < 40; call += 1) {
      if ((await sandbox.api("get_stats")).status !== 200) failed += 1
    }
    expect(failed).toBe(6)
  })

  it("are taken back, and concern one cash desk", async () => {
    await sandbox.control("POST", "/cash-desks", { key: "second-key" })
    await fault({ operation: "get_stats", kind: "http_500", times: 9 })
    expect((await sandbox.api("get_stats", undefined, "second-key")).status).toBe(200)
    expect((await sandbox.control("DELETE", "/faults")).body).toEqual({ removed: 1 })
    expect((await sandbox.api("get_stats")).status).toBe(200)
  })
})

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
    await fault({ operation: "create_payment", kind: "http_500" })
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
