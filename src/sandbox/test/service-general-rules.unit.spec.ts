import { startSandbox, type Running } from "./running"
import { oneError } from "./shapes"

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
