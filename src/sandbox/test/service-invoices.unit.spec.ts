import { startSandbox, type Running } from "./running"
import { dateTime, oneError } from "./shapes"

/** docs/service.md, 1 to 6: every field, type, limit and rule, over HTTP. */

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

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
