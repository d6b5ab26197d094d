import { eventually, startReceiver, startSandbox, type Running } from "./running"

type Receiver = Awaited<ReturnType<typeof startReceiver>>
let sandbox: Running
let store: Receiver
beforeEach(async () => {
  sandbox = await startSandbox()
  store = await startReceiver()
})
afterEach(() => Promise.all([sandbox.close(), store.close()]))

const payByControl = (id: number, how: Record<string, unknown> = {}) =>
  sandbox.control("POST", `/payments/${id}/pay`, how)
const delivered = async () => (await sandbox.control("GET", "/webhooks")).body

it("carries every documented field with its documented type and unit", async () => {
  const { _id } = await sandbox.invoice({ webhook_url: `${store.url}/one` })
  const before = Date.now()
  await payByControl(_id, { payment_system: "payme" })
  await eventually(() => {
    expect(store.received).toHaveLength(1)
  })
  const [hook] = store.received
  expect(hook).toMatchObject({ path: "/one", method: "POST" })
  expect(hook?.headers["content-type"]).toBe("application/json")
  expect(hook?.body).toEqual({
    webhook_type: "version_1_1",
    status: "success",
    event: "payment_confirmed",
    payment_system: "payme",
    shop_id: 1,
    data: {
      order_id: _id,
      amount: 7000,
      currency: "UZS",
      status: "paid",
      provider_details: expect.any(Object) as unknown,
      perform_time: expect.any(Number) as unknown,
    },
    timestamp: expect.any(Number) as unknown,
  })
  const { timestamp, data } = hook?.body as { timestamp: number; data: { perform_time: number } }
  expect(Math.abs(data.perform_time - before)).toBeLessThan(5_000)
  expect(Math.abs(timestamp - before / 1000)).toBeLessThan(5)
  expect(Number.isInteger(timestamp)).toBe(true)
})

it("tells each payment system's details in a shape of its own", async () => {
  const shapes = new Set<string>()
  for (const system of ["click", "payme", "card", "plum"]) {
    const { _id } = await sandbox.invoice({ webhook_url: store.url })
    await payByControl(_id, { payment_system: system })
  }
  await eventually(() => {
    expect(store.received).toHaveLength(4)
  })
  for (const { body } of store.received) {
    const { data } = body as { data: { provider_details: object } }
    shapes.add(Object.keys(data.provider_details).join())
  }
  expect(shapes.size).toBe(4)
  const systems = store.received.map(
    ({ body }) => (body as { payment_system: string }).payment_system
  )
  expect(systems.sort()).toEqual(["click", "payme", "plum", "vmcard"])
})

it("each configured address receives its own delivery", async () => {
  await sandbox.control("PUT", "/settings", { webhook_url: `${store.url}/general` })
  const { _id } = await sandbox.invoice({ webhook_url: `${store.url}/own` })
  await payByControl(_id)
  await eventually(() => {
    expect(store.received.map(({ path }) => path).sort()).toEqual(["/general", "/own"])
  })
})

it("is sent for a card payment and for a hosted page too", async () => {
  const first = await sandbox.invoice({ webhook_url: `${store.url}/card` })
  const token = await sandbox.cardToken(first._id)
  await sandbox.api("confirm_card_payment", { payment_token: token, sms_code: "123456" })
  const second = await sandbox.invoice({ webhook_url: `${store.url}/page` })
  await sandbox.submit(`${second._url}/click`)
  await eventually(() => {
    expect(store.received.map(({ path }) => path).sort()).toEqual(["/card", "/page"])
  })
})

it.each([500, 404, 429])("an answer of %d is never followed by another attempt", async (status) => {
  const failing = await startReceiver({ status })
  const { _id } = await sandbox.invoice({ webhook_url: failing.url })
  await payByControl(_id)
  await eventually(async () => {
    expect(await delivered()).toMatchObject([{ state: "answered", status }])
  })
  await sandbox.control("POST", "/clock", { advance_seconds: 86_400 })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(failing.received).toHaveLength(1)
  await failing.close()
})

it("a redirect is an answer and not followed", async () => {
  const moved = await startReceiver({ status: 301, location: `${store.url}/new` })
  const { _id } = await sandbox.invoice({ webhook_url: moved.url })
  await payByControl(_id)
  await eventually(async () => {
    expect(await delivered()).toMatchObject([{ state: "answered", status: 301 }])
  })
  expect(store.received).toEqual([])
  await moved.close()
})

it("the log tells what was delivered, where, and what was answered", async () => {
  const { _id } = await sandbox.invoice({ webhook_url: `${store.url}/one` })
  await payByControl(_id)
  await eventually(async () => {
    expect(await delivered()).toMatchObject([
      {
        n: 1,
        order_id: _id,
        source: "invoice",
        url: `${store.url}/one`,
        state: "answered",
        status: 200,
        answer: "taken",
        error: null,
        body: store.received[0]?.body,
      },
    ])
  })
})

it("a receiver that is not there shows in the log and does not disturb the payment", async () => {
  const { _id } = await sandbox.invoice({ webhook_url: "http://127.0.0.1:1/" })
  expect((await payByControl(_id)).body).toMatchObject({ status: "paid" })
  await eventually(async () => {
    expect(await delivered()).toMatchObject([{ state: "failed", status: null }])
  })
})

it("an address that is not http(s) is never called", async () => {
  const { _id } = await sandbox.invoice({ webhook_url: "file:///etc/passwd" })
  await payByControl(_id)
  await eventually(async () => {
    expect(await delivered()).toMatchObject([{ state: "failed" }])
  })
})

it("drop delivers nothing, and resend delivers it later with a new time of sending", async () => {
  const { _id } = await sandbox.invoice({ webhook_url: store.url })
  await payByControl(_id, { webhook: "drop" })
  expect(await delivered()).toMatchObject([{ n: 1, state: "dropped" }])
  await sandbox.control("POST", "/clock", { advance_seconds: 100 })
  expect(store.received).toEqual([])
  expect((await sandbox.control("POST", "/webhooks/1/resend")).body).toMatchObject({ n: 2 })
  await eventually(() => {
    expect(store.received).toHaveLength(1)
  })
  const { timestamp, data } = store.received[0]?.body as {
    timestamp: number
    data: { perform_time: number }
  }
  expect(timestamp - data.perform_time / 1000).toBeGreaterThan(98)
})

it("twice delivers to every address twice", async () => {
  const { _id } = await sandbox.invoice({ webhook_url: store.url })
  await payByControl(_id, { webhook: "twice" })
  await eventually(() => {
    expect(store.received).toHaveLength(2)
  })
  expect(store.received[0]?.body).toEqual(store.received[1]?.body)
})

it("paying does not wait for the receiver", async () => {
  const { createServer } = await import("node:net")
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
  const address = silent.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const { _id } = await sandbox.invoice({ webhook_url: `http://127.0.0.1:${port}/` })
  expect((await payByControl(_id)).status).toBe(200)
  expect(await delivered()).toMatchObject([{ state: "pending" }])
  await sandbox.close()
  silent.close()
})
