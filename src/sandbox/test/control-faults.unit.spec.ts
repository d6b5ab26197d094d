import { startSandbox, type Running } from "./running"

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe("faults", () => {
  const made = async () => ((await sandbox.control("GET", "/payments")).body as unknown[]).length

  it.each([
    ["http_500", 500, { status: "error" }],
    ["http_429", 429, { error: "Too many requests." }],
    ["status_error", 200, { status: "error", message: "The request could not be carried out." }],
  ])("%s refuses, and no invoice is made", async (kind, status, body) => {
    await sandbox.fault({ operation: "create_payment", kind })
    const answer = await sandbox.api("create_payment", { amount: 7000 })
    expect([answer.status, answer.body]).toEqual([status, body])
    expect(await made()).toBe(0)
    expect((await sandbox.api("create_payment", { amount: 7000 })).status).toBe(200)
  })

  it("html answers a gateway's page", async () => {
    await sandbox.fault({ operation: "get_balance", kind: "html" })
    const answer = await sandbox.api("get_balance")
    expect(answer.status).toBe(502)
    expect(answer.text).toContain("<html>")
  })

  it("429 says when to try again", async () => {
    await sandbox.fault({ operation: "get_balance", kind: "http_429" })
    expect((await sandbox.api("get_balance")).headers.get("retry-after")).toBe("1")
  })

  it("reset cuts the connection after the invoice was made: the dangerous case", async () => {
    await sandbox.fault({ operation: "create_payment", kind: "reset" })
    await expect(sandbox.api("create_payment", { amount: 7000 })).rejects.toThrow()
    expect(await made()).toBe(1)
  })

  it("hang never answers, and the invoice was made", async () => {
    await sandbox.fault({ operation: "create_payment", kind: "hang" })
    const signal = AbortSignal.timeout(150)
    const headers = { authorization: "Bearer sandbox-key", "content-type": "application/json" }
    const init = { method: "POST", headers, body: '{"amount":7000}', signal }
    await expect(sandbox.raw("/api/v1/create_payment", init)).rejects.toThrow()
    expect(await made()).toBe(1)
  })

  it("wrong_id and wrong_amount alter the answer alone", async () => {
    const { _id } = await sandbox.invoice()
    await sandbox.fault({ operation: "status_payment", kind: "wrong_id" })
    expect(await sandbox.status(_id)).toMatchObject({ data: { id: "61002", amount: "7000.00" } })
    await sandbox.fault({ operation: "status_payment", kind: "wrong_amount" })
    expect(await sandbox.status(_id)).toMatchObject({ data: { id: "61001", amount: "7001.00" } })
    expect(await sandbox.status(_id)).toMatchObject({ data: { id: "61001", amount: "7000.00" } })
    await sandbox.fault({ operation: "create_payment", kind: "wrong_amount" })
    const wrong = await sandbox.invoice()
    expect(wrong).toMatchObject({ _id: 61002, _amount: 7001 })
    expect((await sandbox.control("GET", "/payments/61002")).body).toMatchObject({ amount: 7000 })
  })

  it("slow answers late what was true when it was asked", async () => {
    const { _id } = await sandbox.invoice()
    await sandbox.fault({ operation: "status_payment", kind: "slow", delay_ms: 200 })
    const begun = Date.now()
    const slow = sandbox.status(_id)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await sandbox.control("POST", `/payments/${_id}/pay`)
    expect(await slow).toMatchObject({ data: { status: "pending" } })
    expect(Date.now() - begun).toBeGreaterThanOrEqual(190)
  })

  it("last for `times` calls of that operation, in the order they were ordered", async () => {
    await sandbox.fault({ operation: "get_stats", kind: "http_500", times: 2 })
    await sandbox.fault({ operation: "get_stats", kind: "http_429" })
    const statuses: number[] = []
    for (let call = 0; call < 4; call += 1) statuses.push((await sandbox.api("get_stats")).status)
    expect(statuses).toEqual([500, 500, 429, 200])
  })

  it("with a `rate` hit that share of the calls, each kind its own, until they are taken back", async () => {
    await sandbox.fault({ operation: "get_stats", kind: "http_500", rate: 0.25 })
    await sandbox.fault({ operation: "get_stats", kind: "html", rate: 0.25 })
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
    await sandbox.fault({ operation: "get_stats", kind: "http_500", rate: 0.5, times: 3 })
    await sandbox.fault({ operation: "get_stats", kind: "html", rate: 0.5, times: 3 })
    let failed = 0
    for (let call = 0; call < 40; call += 1) {
      if ((await sandbox.api("get_stats")).status !== 200) failed += 1
    }
    expect(failed).toBe(6)
  })

  it("are taken back, and concern one cash desk", async () => {
    await sandbox.control("POST", "/cash-desks", { key: "second-key" })
    await sandbox.fault({ operation: "get_stats", kind: "http_500", times: 9 })
    expect((await sandbox.api("get_stats", undefined, "second-key")).status).toBe(200)
    expect((await sandbox.control("DELETE", "/faults")).body).toEqual({ removed: 1 })
    expect((await sandbox.api("get_stats")).status).toBe(200)
  })
})
