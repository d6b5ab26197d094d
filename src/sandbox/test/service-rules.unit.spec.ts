import { startSandbox, type Running } from "./running"

/** docs/service.md, 1 to 6: every field, type, limit and rule, over HTTP. */

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const everyOperation: [operation: string, body: Record<string, unknown> | undefined][] = [
  ["create_payment", { amount: 7000 }],
  ["status_payment", { id: 61001 }],
  ["get_fiscal", { order_id: 61001 }],
  ["pay_via_card", { order_id: 61001, card_number: "8600000000000001", card_expiry: "12/49" }],
  ["confirm_card_payment", { payment_token: "?", sms_code: "123456" }],
  ["get_balance", undefined],
  ["get_history", { limit: 5 }],
  ["get_stats", undefined],
  ["get_payment_methods", undefined],
]

const dateTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const oneError = { error: expect.any(String) as unknown }

describe("general rules", () => {
  it.each(everyOperation)("%s uses the method POST only", async (operation) => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const answer = await sandbox.raw(`/api/v1/${operation}`, { method })
      expect([answer.status, answer.body]).toEqual([405, oneError])
      expect(answer.headers.get("allow")).toBe("POST")
    }
  })

  it.each(everyOperation)("%s answers JSON whose status is success", async (operation, body) => {
    await sandbox.invoice()
    const token = operation === "confirm_card_payment" ? await sandbox.cardToken(61001) : undefined
    const answer = await sandbox.api(operation, token ? { ...body, payment_token: token } : body)
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toContain("application/json")
    expect(answer.body).toMatchObject({ status: "success" })
  })

  it.each(everyOperation)(
    "%s is refused without a key or with an unknown one",
    async (operation, body) => {
      const without = await sandbox.raw(`/api/v1/${operation}`, { method: "POST" })
      expect([without.status, without.body]).toEqual([401, oneError])
      const unknown = await sandbox.api(operation, body, "another-key")
      expect([unknown.status, unknown.body]).toEqual([401, oneError])
    }
  )

  it.each(["Basic sandbox-key", "sandbox-key", "Bearer", "Bearer sandbox-key extra"])(
    "an Authorization header of the form %j is refused",
    async (authorization) => {
      const headers = { authorization }
      const answer = await sandbox.raw("/api/v1/get_balance", { method: "POST", headers })
      expect(answer.status).toBe(401)
    }
  )

  it.each(["get_balance", "get_stats", "get_payment_methods"])(
    "%s takes no body",
    async (operation) => {
      expect((await sandbox.api(operation, {})).status).toBe(400)
    }
  )

  it("a body without the JSON content type is refused", async () => {
    const headers = { authorization: "Bearer sandbox-key", "content-type": "text/plain" }
    const init = { method: "POST", headers, body: '{"amount":7000}' }
    expect((await sandbox.raw("/api/v1/create_payment", init)).status).toBe(400)
  })

  it.each(["{", "[]", "7", '"text"', "null"])(
    "a body that is no JSON object is refused: %s",
    async (body) => {
      const headers = { authorization: "Bearer sandbox-key", "content-type": "application/json" }
      const answer = await sandbox.raw("/api/v1/create_payment", { method: "POST", headers, body })
      expect([answer.status, answer.body]).toEqual([400, oneError])
    }
  )

  it("a body over 64 KB is refused and makes no invoice", async () => {
    const answer = await sandbox.api("create_payment", {
      amount: 7000,
      description: "x".repeat(65_536),
    })
    expect([answer.status, answer.body]).toEqual([413, oneError])
    expect((await sandbox.control("GET", "/payments")).body).toEqual([])
  })

  it("an operation that does not exist is not found", async () => {
    const answer = await sandbox.api("refund_payment", { id: 1 })
    expect([answer.status, answer.body]).toEqual([404, oneError])
  })
})

describe("POST /create_payment", () => {
  it("answers every documented field with its documented type", async () => {
    const answer = await sandbox.api("create_payment", {
      amount: 7000,
      description: "Order 7",
      webhook_url: "http://127.0.0.1:9/hook",
      return_url: "https://shop.example/return",
    })
    const page = (rest = ""): unknown =>
      expect.stringMatching(new RegExp(`^${sandbox.url}/pay/[0-9a-f-]{36}${rest}$`))
    expect(answer.body).toEqual({
      status: "success",
      payment: {
        _id: 61001,
        _uuid: expect.stringMatching(uuidForm) as unknown,
        _url: page(),
        _amount: 7000,
        _status: "pending",
        _pay_via: {
          click: page("/click"),
          payme: page("/payme"),
          card: page("/card"),
          plum: page("/plum"),
          paylov: page("/paylov"),
          xazna: page("/xazna"),
          oson: page("/oson"),
        },
        custom_payment_pages: [{ domain: new URL(sandbox.url).host, _url: page() }],
        _return_url: "https://shop.example/return",
        _lifteme: { _second: 3600, _hour: 1 },
      },
    })
  })

  it("builds the page address from the UUID", async () => {
    const { _url, _uuid } = await sandbox.invoice()
    expect(_url).toBe(`${sandbox.url}/pay/${_uuid}`)
  })

  it("numbers invoices in one sequence and makes a new one for each call", async () => {
    const first = await sandbox.invoice()
    const second = await sandbox.invoice()
    expect([first._id, second._id]).toEqual([61001, 61002])
    expect(first._uuid).not.toBe(second._uuid)
  })

  it.each([1000, 1000.01, 7000.5, 9_999_999.99, 10_000_000])(
    "accepts the amount %d exactly",
    async (amount) => {
      const { _amount, _id } = await sandbox.invoice({ amount })
      expect(_amount).toBe(amount)
      const status = await sandbox.api("status_payment", { id: _id })
      expect(status.body).toMatchObject({ data: { amount: amount.toFixed(2) } })
    }
  )

  it.each([
    999.99,
    999,
    0,
    -7000,
    10_000_000.01,
    10_000_001,
    7000.001,
    "7000",
    null,
    true,
    undefined,
  ])("refuses the amount %j and makes no invoice", async (amount) => {
    const answer = await sandbox.api("create_payment", { amount, description: "x" })
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: expect.stringContaining("amount") as unknown },
    ])
    expect((await sandbox.control("GET", "/payments")).body).toEqual([])
  })

  it.each(["description", "webhook_url", "return_url"])(
    "refuses a %s that is no string",
    async (field) => {
      const answer = await sandbox.api("create_payment", { amount: 7000, [field]: 7 })
      expect(answer.body).toEqual({ error: expect.stringContaining(field) as unknown })
    }
  )

  it("keeps working without the optional fields", async () => {
    expect(await sandbox.invoice()).toMatchObject({ _return_url: null, _status: "pending" })
  })
})

describe("POST /status_payment", () => {
  it("answers the observed types by default", async () => {
    const { _id } = await sandbox.invoice()
    const pending = await sandbox.api("status_payment", { id: _id })
    expect(pending.body).toEqual({
      status: "success",
      data: { id: "61001", amount: "7000.00", status: "pending", paid_at: null },
    })
    await sandbox.control("POST", `/payments/${_id}/pay`)
    const paid = await sandbox.api("status_payment", { id: _id })
    expect(paid.body).toEqual({
      status: "success",
      data: {
        id: "61001",
        amount: "7000.00",
        status: "paid",
        created_at: expect.stringMatching(dateTime) as unknown,
        paid_at: expect.stringMatching(dateTime) as unknown,
      },
    })
  })

  it("answers the documented types when asked to", async () => {
    await sandbox.control("PUT", "/settings", { types: "documented" })
    const { _id } = await sandbox.invoice()
    await sandbox.control("POST", `/payments/${_id}/pay`)
    const record = {
      id: 61001,
      amount: 7000,
      status: "paid",
      created_at: expect.stringMatching(dateTime) as unknown,
      paid_at: expect.stringMatching(dateTime) as unknown,
    }
    expect((await sandbox.api("status_payment", { id: _id })).body).toEqual({
      status: "success",
      data: record,
    })
    expect((await sandbox.api("get_history")).body).toEqual({ status: "success", data: [record] })
  })

  it("finds the same invoice by id and by uuid", async () => {
    await sandbox.invoice()
    const { _id, _uuid } = await sandbox.invoice({ amount: 9000 })
    const byUuid = await sandbox.api("status_payment", { uuid: _uuid })
    expect(byUuid.body).toEqual((await sandbox.api("status_payment", { id: _id })).body)
    expect(byUuid.body).toMatchObject({ data: { id: "61002", amount: "9000.00" } })
  })

  it.each([
    ["neither id nor uuid", {}],
    ["both id and uuid", { id: 61001, uuid: "11111111-2222-4333-8444-555555555555" }],
    ["an id that is text", { id: "61001" }],
    ["an id with a fraction", { id: 61001.5 }],
    ["a uuid that is no text", { uuid: 61001 }],
  ])("refuses %s", async (_name, body) => {
    await sandbox.invoice()
    const answer = await sandbox.api("status_payment", body)
    expect([answer.status, answer.body]).toEqual([400, oneError])
  })

  it.each([{ id: 1 }, { uuid: "11111111-2222-4333-8444-555555555555" }, { uuid: "x" }])(
    "does not find an unknown invoice: %j",
    async (body) => {
      const answer = await sandbox.api("status_payment", body)
      expect([answer.status, answer.body]).toEqual([404, oneError])
    }
  )
})

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
