import { testCards } from "../core/test-cards"
import { goodCard, startSandbox, type Running } from "./running"

let sandbox: Running
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

const pay = (orderId: number, card: Record<string, unknown> = goodCard) =>
  sandbox.api("pay_via_card", { order_id: orderId, ...card })
const confirm = (token: string, code = "123456") =>
  sandbox.api("confirm_card_payment", { payment_token: token, sms_code: code })
const statusOf = async (id: number) => (await sandbox.api("status_payment", { id })).body

describe("POST /pay_via_card", () => {
  it("sends the code and answers message and token, and pays nothing yet", async () => {
    const { _id } = await sandbox.invoice()
    expect((await pay(_id)).body).toEqual({
      status: "success",
      message: expect.any(String) as unknown,
      payment_token: expect.stringMatching(/^\w{20,}$/) as unknown,
    })
    expect(await statusOf(_id)).toMatchObject({ data: { status: "pending" } })
  })

  it.each(["8600000000000001", "8600 0000 0000 0001", "86 00 00 00 00 00 00 01"])(
    "accepts the card number %j",
    async (number) => {
      const { _id } = await sandbox.invoice()
      expect((await pay(_id, { ...goodCard, card_number: number })).status).toBe(200)
    }
  )

  it.each([
    ["card_number", "860000000000001"],
    ["card_number", "86000000000000011"],
    ["card_number", "8600-0000-0000-0001"],
    ["card_number", 8600000000000001],
    ["card_number", undefined],
    ["card_expiry", "13/49"],
    ["card_expiry", "00/49"],
    ["card_expiry", "1/49"],
    ["card_expiry", "12/2049"],
    ["card_expiry", "1249"],
    ["card_expiry", undefined],
    ["order_id", "61001"],
    ["order_id", undefined],
  ])("refuses %s %j, naming the field and not its value", async (field, value) => {
    const { _id } = await sandbox.invoice()
    const answer = await sandbox.api("pay_via_card", { order_id: _id, ...goodCard, [field]: value })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ error: expect.stringContaining(field) as unknown })
    if (value !== undefined) expect(answer.text).not.toContain(String(value))
  })

  it("refuses an expiry in the past, by the sandbox's clock", async () => {
    const { _id } = await sandbox.invoice()
    expect((await pay(_id, { ...goodCard, card_expiry: "01/20" })).status).toBe(400)
  })

  it.each(testCards.filter(({ refusal }) => refusal?.at === "submit"))(
    "card $number refuses before the code: $does",
    async ({ number, refusal }) => {
      const { _id } = await sandbox.invoice()
      const answer = await pay(_id, { ...goodCard, card_number: number })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.body).toEqual({ error: refusal?.with.message })
    }
  )

  it("refuses an unknown card and an unknown invoice", async () => {
    const { _id } = await sandbox.invoice()
    expect((await pay(_id, { ...goodCard, card_number: "8600000000009999" })).status).toBe(400)
    expect((await pay(1)).status).toBe(404)
  })

  it("refuses an invoice that is paid", async () => {
    const { _id } = await sandbox.invoice()
    await sandbox.control("POST", `/payments/${_id}/pay`)
    expect((await pay(_id)).status).toBe(400)
  })
})

describe("POST /confirm_card_payment", () => {
  it("with the right code pays the invoice", async () => {
    const { _id } = await sandbox.invoice()
    const answer = await confirm(await sandbox.cardToken(_id))
    expect(answer.body).toEqual({ status: "success", type: "success" })
    expect(await statusOf(_id)).toMatchObject({ data: { status: "paid" } })
  })

  it("a token is good for 5 minutes and not a second longer", async () => {
    const { _id } = await sandbox.invoice()
    const token = await sandbox.cardToken(_id)
    await sandbox.control("POST", "/clock", { advance_seconds: 300 })
    expect((await confirm(token)).status).toBe(400)
    const second = await sandbox.cardToken(_id)
    await sandbox.control("POST", "/clock", { advance_seconds: 290 })
    expect((await confirm(second)).status).toBe(200)
  })

  it("a token pays once", async () => {
    const { _id } = await sandbox.invoice()
    const token = await sandbox.cardToken(_id)
    expect((await confirm(token)).status).toBe(200)
    expect((await confirm(token)).status).toBe(400)
    expect((await sandbox.api("get_stats")).body).toMatchObject({ stats: { total_orders: 1 } })
  })

  it("two tokens of one invoice take its money once", async () => {
    const { _id } = await sandbox.invoice()
    const [first, second] = [await sandbox.cardToken(_id), await sandbox.cardToken(_id)]
    const statuses = (await Promise.all([confirm(first), confirm(second)])).map(
      ({ status }) => status
    )
    expect(statuses.sort()).toEqual([200, 400])
    expect((await sandbox.api("get_balance")).body).toMatchObject({ balance: { uzs: 7000 } })
  })

  it("a wrong code pays nothing and can be corrected; the third ends the token", async () => {
    const { _id } = await sandbox.invoice()
    const token = await sandbox.cardToken(_id)
    expect((await confirm(token, "000000")).status).toBe(400)
    expect((await confirm(token)).status).toBe(200)
    const other = await sandbox.invoice()
    const spent = await sandbox.cardToken(other._id)
    for (let tries = 0; tries < 3; tries += 1) await confirm(spent, "000000")
    expect((await confirm(spent)).status).toBe(400)
    expect(await statusOf(other._id)).toMatchObject({ data: { status: "pending" } })
  })

  it.each(testCards.filter(({ refusal }) => refusal?.at === "confirm"))(
    "card $number refuses after the code: $does",
    async ({ number, refusal }) => {
      const { _id } = await sandbox.invoice()
      const answer = await confirm(
        await sandbox.cardToken(_id, { ...goodCard, card_number: number })
      )
      expect(answer.body).toEqual({ error: refusal?.with.message })
      expect(await statusOf(_id)).toMatchObject({ data: { status: "pending" } })
    }
  )

  it("the card whose code never arrives takes no code, and another one is sent as well", async () => {
    const { _id } = await sandbox.invoice()
    const card = { ...goodCard, card_number: "8600 0000 0000 0009" }
    const answer = await confirm(await sandbox.cardToken(_id, card))
    expect(answer.body).toEqual({ error: "The SMS code is wrong." })
    expect(await statusOf(_id)).toMatchObject({ data: { status: "pending" } })
  })

  it("the card that three wrong codes block is blocked for every invoice, until all is emptied", async () => {
    const card = { ...goodCard, card_number: "8600 0000 0000 0010" }
    const blocked = { error: "The card is blocked." }
    const { _id } = await sandbox.invoice()
    const other = await sandbox.cardToken((await sandbox.invoice())._id, card)
    const token = await sandbox.cardToken(_id, card)
    for (let tries = 0; tries < 2; tries += 1) {
      expect((await confirm(token, "000000")).body).toEqual({ error: "The SMS code is wrong." })
    }
    expect((await confirm(token, "000000")).body).toEqual(blocked)
    expect((await pay(_id, card)).body).toEqual(blocked)
    expect((await confirm(other)).body).toEqual(blocked)
    await sandbox.control("POST", "/reset")
    const fresh = await sandbox.invoice()
    expect((await confirm(await sandbox.cardToken(fresh._id, card))).status).toBe(200)
  })

  it("a good card stays good after three wrong codes", async () => {
    const { _id } = await sandbox.invoice()
    const token = await sandbox.cardToken(_id)
    for (let tries = 0; tries < 3; tries += 1) await confirm(token, "000000")
    expect((await confirm(await sandbox.cardToken(_id))).status).toBe(200)
  })

  it.each([
    {},
    { payment_token: "x" },
    { sms_code: "123456" },
    { payment_token: 1, sms_code: "1" },
    { payment_token: "x", sms_code: "" },
  ])("refuses the body %j", async (body) => {
    expect((await sandbox.api("confirm_card_payment", body)).status).toBe(400)
  })
})
