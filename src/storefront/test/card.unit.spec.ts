import { confirmCardCode, orderReceipt, PaymentError, sendCardCode } from ".."
import { answeringStore, inParts, paymentThatIs, refusal } from "./answering-store"

const PATH = "/store/checkout-uz/payment-sessions/payses_1/card"

describe("paying by card", () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it("sends the card, and says where the code went and how long it is taken", async () => {
    const { store, seen } = answeringStore({ seconds_left: 300, phone: "+998 ** *** ** 67" })
    const card = { number: "8600 0000 0000 0001", expiry: "12/39" }
    const sent = await sendCardCode(store, "payses_1", card)
    expect(sent).toMatchObject({ seconds_left: 300, phone: "+998 ** *** ** 67" })
    const body = { card_number: "8600 0000 0000 0001", card_expiry: "12/39" }
    expect(seen).toEqual([{ path: PATH, method: "POST", body }])
  })

  it("keeps the code of a refusal", async () => {
    const { store } = answeringStore(refusal(400, "code_refused"))
    await expect(confirmCardCode(store, "payses_1", "000000")).rejects.toMatchObject({
      name: "PaymentError",
      code: "code_refused",
      message: "code_refused in plain words",
    })
  })

  it("says how often another code can be tried, where the server does", async () => {
    const details = { code: "code_refused", tries_left: 2 }
    const refused = new PaymentError("code_refused", "", 400, undefined, details)
    await expect(
      confirmCardCode(answeringStore(refused).store, "payses_1", "000000")
    ).rejects.toMatchObject({ triesLeft: 2 })
    const { store } = answeringStore(refusal(400, "code_expired"))
    await expect(confirmCardCode(store, "payses_1", "000000")).rejects.toMatchObject({
      triesLeft: undefined,
    })
  })

  it.each([
    ["nobody answers", refusal(0, "network_error")],
    ["a proxy gives up", refusal(504, "unavailable")],
  ])("never confirms again where %s, and asks what became of it", async (_, lost) => {
    const { store, seen } = answeringStore(
      lost,
      paymentThatIs("pending"),
      paymentThatIs("order_placed")
    )
    const confirmed = confirmCardCode(store, "payses_1", "123456")
    await jest.advanceTimersByTimeAsync(10_000)
    expect((await confirmed).status).toBe("order_placed")
    expect(seen.filter(({ method }) => method === "POST")).toHaveLength(1)
  })

  it("pays the part that is due, and says how far the payment has come", async () => {
    const { store } = answeringStore(paymentThatIs("pending", inParts(2)))
    expect(await confirmCardCode(store, "payses_1", "123456")).toMatchObject({
      status: "part_paid",
      payment_url: "https://checkout.uz/pay/3",
    })
  })

  it("takes no earlier part for the one whose answer was lost", async () => {
    const lost = refusal(0, "network_error")
    const [first, second] = [1, 2].map((paid) => paymentThatIs("pending", inParts(paid)))
    const confirmed = confirmCardCode(
      answeringStore(lost, first, first, second).store,
      "payses_1",
      "123456",
      { partsPaid: 1 }
    )
    const never = [{ partsPaid: 1 }, {}].map((options) => {
      const { store } = answeringStore(lost, first)
      return expect(confirmCardCode(store, "payses_1", "123456", options)).rejects.toMatchObject({
        code: "network_error",
      })
    })
    await jest.advanceTimersByTimeAsync(60_000)
    expect(await confirmed).toMatchObject({ status: "part_paid", parts: { paid: 2 } })
    await Promise.all(never)
  })

  it("says that nobody answered where the payment is still open after that", async () => {
    const { store, seen } = answeringStore(refusal(0, "network_error"), paymentThatIs("pending"))
    const confirmed = expect(confirmCardCode(store, "payses_1", "123456")).rejects.toMatchObject({
      code: "network_error",
    })
    await jest.advanceTimersByTimeAsync(60_000)
    await confirmed
    expect(seen.filter(({ method }) => method === "POST")).toHaveLength(1)
  })
})

describe("an order's receipt", () => {
  it("is its rows, and null while there is none", async () => {
    const rows = [{ name: "data.receipt_id", value: "7", link: null }]
    const { store, seen } = answeringStore({ receipt: rows })
    expect(await orderReceipt(store, "order_1", { sessionId: "payses_1" })).toEqual(rows)
    expect(seen).toMatchObject([{ query: { payment_session_id: "payses_1" } }])
    const none = answeringStore(refusal(404, "not_found"))
    expect(await orderReceipt(none.store, "order_1")).toBeNull()
  })
})
