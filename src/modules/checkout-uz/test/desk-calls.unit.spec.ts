import { createCheckoutUzClient, UnauthorizedError, type CheckoutUzClient } from "../../../client"
import { listenToCalls } from "../desk-calls"
import { sampleInvoice } from "./samples"

const refusal = new UnauthorizedError({ operation: "get_balance", sentence: "no" })
const never = createCheckoutUzClient({ apiKey: "" })
const balance = { uzs: "1", usd: "0", ton: "0" }

function createdInvoice(id: number) {
  const { number, uuid, invoiceAmount: amount } = sampleInvoice(id)
  return {
    number,
    uuid,
    amount,
    paymentUrl: "https://checkout.uz/pay/1",
    status: "pending",
    payVia: {},
    customPaymentPages: [],
    returnUrl: undefined,
    lifetimeSeconds: 3600,
    lifetimeAssumed: false,
  }
}

function heardFrom(changes: Partial<CheckoutUzClient>) {
  const heard: unknown[] = []
  const client = listenToCalls({ ...never, ...changes }, (failure) => {
    heard.push(failure)
    return Promise.resolve()
  })
  return { client, heard }
}

describe("a client that tells what became of its calls", () => {
  it("hands answers on and tells of each", async () => {
    const { client, heard } = heardFrom({ getBalance: () => Promise.resolve(balance) })
    expect(await client.getBalance()).toBe(balance)
    expect(heard).toEqual([undefined])
  })

  it("hands failures on and tells of each, whatever the operation", async () => {
    const { client, heard } = heardFrom({ getBalance: () => Promise.reject(refusal) })
    await expect(client.getBalance()).rejects.toBe(refusal)
    expect(heard).toEqual([refusal])
    // Without a key nothing goes out, and every operation says so.
    await Promise.allSettled([
      client.getHistory(),
      client.getStats(),
      client.getPaymentMethods(),
      client.statusPayment({ uuid: "x" }),
    ])
    expect(heard).toHaveLength(5)
  })

  it("hands a new invoice on at once, however long telling takes: its row is to be written", async () => {
    const created = createdInvoice(61_001)
    const client = listenToCalls(
      { ...never, createPayment: () => Promise.resolve(created) },
      () => new Promise(() => undefined)
    )
    expect(await client.createPayment({ amount: created.amount })).toBe(created)
  })

  it("does not tell of a mistake of our own, which is nobody's at the service", async () => {
    const mistake = new TypeError("not a function")
    const { client, heard } = heardFrom({ getBalance: () => Promise.reject(mistake) })
    await expect(client.getBalance()).rejects.toBe(mistake)
    expect(heard).toEqual([])
  })
})
