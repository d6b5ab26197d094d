import { Script } from "node:vm"
import { testCards } from "../core/test-cards"
import { eventually, startSandbox, type Running } from "./running"

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

/** Presses a button of the start page. */
const press = (action: string, form: Record<string, string> = {}) =>
  sandbox.submit(`/actions/${action}`, form)
const payment = async (id: number) => (await sandbox.control("GET", `/payments/${id}`)).body

describe("the start page shows", () => {
  it("address, key, cards, and every operation as a call to copy", async () => {
    await sandbox.invoice()
    const { text } = await sandbox.page("/")
    for (const told of [
      `${sandbox.url}/api/v1`,
      "sandbox-key",
      "8600 0000 0000 0001",
      "8600 0000 0000 0005",
      `curl -X POST ${sandbox.url}/api/v1/create_payment`,
      `curl -X POST ${sandbox.url}/api/v1/confirm_card_payment`,
      `curl -X POST ${sandbox.url}/api/v1/get_payment_methods`,
    ]) {
      expect(text).toContain(told)
    }
  })

  it("calls that the service takes as they are copied", async () => {
    await sandbox.invoice()
    const { text } = await sandbox.page("/")
    const calls = [...text.matchAll(/api\/v1\/(\w+)[^<]*?(?:-d &#39;([^<]*)&#39;)?<\/pre>/g)]
    const statuses = await Promise.all(
      calls.map(async ([, operation = "", body]) => {
        const sent: unknown = body && JSON.parse(body.replaceAll("&quot;", '"'))
        return [operation, (await sandbox.api(operation, sent || undefined)).status]
      })
    )
    // A token is issued for each card: the one that is shown stands for it.
    expect(Object.fromEntries(statuses)).toEqual({
      create_payment: 200,
      status_payment: 200,
      get_fiscal: 200,
      pay_via_card: 200,
      confirm_card_payment: 400,
      get_balance: 200,
      get_history: 200,
      get_stats: 200,
      get_payment_methods: 200,
    })
  })

  it("the latest payments, calls with their answers, and webhooks with their receiver's", async () => {
    const { _id, _uuid } = await sandbox.invoice({ webhook_url: "http://127.0.0.1:9/hook" })
    await sandbox.control("POST", `/payments/${_id}/pay`, { webhook: "drop" })
    await sandbox.api("status_payment", { id: 1 })
    const { text } = await sandbox.page("/")
    expect(text).toContain(`href="/pay/${_uuid}">${_id}<`)
    expect(text).toContain("There is no such invoice.")
    expect(text).toContain("http://127.0.0.1:9/hook")
    expect(text).toContain("lost on the way, as ordered")
  })

  it("one cash desk at a time, with its own books", async () => {
    await sandbox.control("POST", "/cash-desks", { key: "second", name: "Chorsu" })
    const { _uuid } = await sandbox.invoice({}, "second")
    expect((await sandbox.page("/")).text).not.toContain(_uuid)
    expect((await sandbox.page("/?cash_desk=2")).text).toContain(_uuid)
    expect((await sandbox.page("/?cash_desk=3")).status).toBe(404)
  })

  it("has a script that browsers can read", async () => {
    const { headers, text } = await sandbox.page("/assets/start.js")
    expect(headers.get("content-type")).toContain("javascript")
    expect(() => new Script(text)).not.toThrow()
  })
})

describe("a button of the start page", () => {
  it.each([
    ["pay", "payments"],
    ["clock", "time"],
    ["fault", "failures"],
    ["no-faults", "failures"],
    ["settings", "settings"],
    ["cash-desk", "cash-desks"],
    ["reset", "payments"],
    ["invoice", "payments"],
    ["behaviour", "behaviours"],
  ])("%s is on the page, does its call, and leads back to it", async (action, section) => {
    const { _id } = await sandbox.invoice()
    await sandbox.control("POST", "/faults", { operation: "get_stats", kind: "html" })
    expect((await sandbox.page("/")).text).toContain(`action="/actions/${action}?cash_desk=1"`)
    const answer = await press(action, {
      id: String(_id),
      advance_seconds: "60",
      operation: "status_payment",
      kind: "hang",
      times: "1",
      amount: "7000",
    })
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(new RegExp(`^/(\\?cash_desk=1)?#${section}$`)),
    ])
  })

  it("pays an invoice over the amount, through the system and with the webhook that were chosen", async () => {
    const { _id } = await sandbox.invoice({ webhook_url: "http://127.0.0.1:9/hook" })
    const how = { id: String(_id), payment_system: "payme", webhook: "drop", amount: "6999.50" }
    await press("pay", how)
    expect(await payment(_id)).toMatchObject({
      status: "paid",
      payment_system: "payme",
      amount: 7000,
      paid_amount: 6999.5,
    })
    expect((await sandbox.control("GET", "/webhooks")).body).toMatchObject([{ state: "dropped" }])
  })

  it("makes an invoice", async () => {
    await press("invoice", {
      amount: "12500.50",
      description: "9",
      return_url: "http://a.example/",
    })
    expect((await sandbox.control("GET", "/payments")).body).toMatchObject([
      { amount: 12_500.5, description: "9", return_url: "http://a.example/", status: "pending" },
    ])
  })

  it.each(testCards)("tries card $number on an invoice of its own: $does", async ({ number }) => {
    const lastDigits = number.slice(-4)
    expect((await sandbox.page("/")).text).toContain(`name="test_card" value="${lastDigits}"`)
    const tried = await press("try-card", { test_card: lastDigits })
    const { text } = await sandbox.page(tried.headers.get("location") ?? "")
    expect(text).toContain(`value="${number}"`)
    expect(text).toContain('value="12/49"')
  })

  it.each([
    ["slow-card", { card_delay_seconds: 8 }],
    ["webhook-first", { pay_at_creation: true }],
    ["late-receipt", { fiscal_delay_seconds: 300 }],
    ["no-late-payment", { accept_late_payment: false }],
    ["own-status", { status_after_lifetime: "expired" }],
    ["documented-types", { types: "documented" }],
  ])("switches a behaviour on and off: %s", async (behaviour, on) => {
    const settings = async () => (await sandbox.control("GET", "/settings")).body
    const before = await settings()
    expect((await sandbox.page("/")).text).toContain(`name="behaviour" value="${behaviour}"`)
    await press("behaviour", { behaviour, to: "on" })
    expect(await settings()).toMatchObject(on)
    expect((await sandbox.page("/")).text).toContain('name="to" value="off"')
    await press("behaviour", { behaviour, to: "off" })
    expect(await settings()).toEqual(before)
  })

  it.each([
    ["last_second", "paid"],
    ["after_lifetime", "paid"],
    ["now", "paid"],
  ])("pays %s", async (when, status) => {
    const { _id } = await sandbox.invoice()
    await press("pay", { id: String(_id), when })
    expect(await payment(_id)).toMatchObject({ status })
  })

  it("sends a webhook minutes late", async () => {
    const { _id } = await sandbox.invoice({ webhook_url: "http://127.0.0.1:9/hook" })
    await press("pay", { id: String(_id), webhook: "300" })
    const state = async () => (await sandbox.control("GET", "/webhooks")).body
    expect(await state()).toMatchObject([{ state: "pending" }])
    await sandbox.control("POST", "/clock", { advance_seconds: 300 })
    await eventually(async () => {
      expect(await state()).toMatchObject([{ state: "failed" }])
    })
  })

  it("sends a webhook again", async () => {
    const { _id } = await sandbox.invoice({ webhook_url: "http://127.0.0.1:9/hook" })
    await press("pay", { id: String(_id), webhook: "drop" })
    expect((await sandbox.page("/")).text).toContain('action="/actions/resend?cash_desk=1"')
    await press("resend", { n: "1" })
    expect((await sandbox.control("GET", "/webhooks")).body).toHaveLength(2)
  })

  it("changes every setting of its cash desk, and takes a cleared field for none", async () => {
    await sandbox.control("PUT", "/settings", { webhook_url: "http://127.0.0.1:9/" })
    const form = new URLSearchParams({
      webhook_url: "",
      ip_whitelist: "127.0.0.1, ::1",
      types: "documented",
      lifetime_seconds: "60",
      status_after_lifetime: "expired",
      accept_late_payment: "false",
      fiscal_delay_seconds: "0",
      card_delay_seconds: "5",
      pay_at_creation: "true",
    })
    form.append("methods", "click")
    form.append("methods", "uzum")
    await sandbox.raw("/actions/settings?cash_desk=1", { method: "POST", body: form })
    expect((await sandbox.control("GET", "/settings")).body).toEqual({
      webhook_url: null,
      ip_whitelist: ["127.0.0.1", "::1"],
      types: "documented",
      methods: ["click", "uzum"],
      lifetime_seconds: 60,
      status_after_lifetime: "expired",
      accept_late_payment: false,
      fiscal_delay_seconds: 0,
      card_delay_seconds: 5,
      pay_at_creation: true,
    })
  })

  it.each([
    ["clock", { advance_seconds: "-1" }, 400, "advance_seconds must not be negative."],
    ["pay", { id: "1" }, 404, "There is no such payment."],
    ["settings", { lifetime_seconds: "soon" }, 400, "lifetime_seconds must be"],
    ["cash-desk", { key: "sandbox-key" }, 400, "key"],
  ])("%s that cannot be done says why on the page", async (action, form, status, problem) => {
    const answer = await press(action, form)
    expect(answer.status).toBe(status)
    expect(answer.text).toMatch(new RegExp(`role="alert">[^<]*${problem.replaceAll(".", "\\.")}`))
  })
})
