import {
  createCheckoutUzClient,
  RateLimitedError,
  UnauthorizedError,
  type CheckoutUzClient,
} from "../../../../client"
import { withPauses } from "../pauses"
import { sampleInvoice } from "../../test/samples"

const refusal = new UnauthorizedError({ operation: "get_balance", message: "no" })
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

function tooMany(retryAfterSeconds?: number) {
  return new RateLimitedError({
    operation: "get_balance",
    message: "slow down",
    retryAfterSeconds,
  })
}

/** A cash desk whose pause is kept in memory; `wait` lets its time pass. */
function cashDesk(changes: Partial<CheckoutUzClient>) {
  const reported: unknown[] = []
  const pauses: number[] = []
  let left = 0
  const client = withPauses(
    { ...never, ...changes },
    {
      secondsPaused: () => Promise.resolve(left),
      pause: (seconds) => {
        pauses.push(seconds)
        left = seconds
        return Promise.resolve()
      },
      onAnswer: (failure) => {
        reported.push(failure)
        return Promise.resolve()
      },
    }
  )
  const wait = (seconds: number) => {
    left = Math.max(0, left - seconds)
  }
  return { client, reported, pauses, wait }
}

/** Every operation of a client, as the tests call it. */
const EVERY_CALL: [string, (client: CheckoutUzClient) => Promise<unknown>][] = [
  ["createPayment", (client) => client.createPayment({ amount: createdInvoice(1).amount })],
  ["statusPayment", (client) => client.statusPayment({ uuid: "x" })],
  ["getFiscal", (client) => client.getFiscal({ orderId: createdInvoice(1).number })],
  [
    "payViaCard",
    (client) =>
      client.payViaCard({ orderId: createdInvoice(1).number, cardNumber: "8", cardExpiry: "1" }),
  ],
  [
    "confirmCardPayment",
    (client) => client.confirmCardPayment({ paymentToken: "t", smsCode: "1" }),
  ],
  ["getBalance", (client) => client.getBalance()],
  ["getHistory", (client) => client.getHistory()],
  ["getStats", (client) => client.getStats()],
  ["getPaymentMethods", (client) => client.getPaymentMethods()],
]

/** A client each of whose operations is counted and fails as it is told. */
function counting(failure: Error) {
  const called: string[] = []
  const operations = EVERY_CALL.map(([name]) => [
    name,
    () => {
      called.push(name)
      return Promise.reject(failure)
    },
  ])
  return { called, changes: Object.fromEntries(operations) as Partial<CheckoutUzClient> }
}

describe("withPauses", () => {
  it("has a case below for every operation there is", () => {
    expect(EVERY_CALL.map(([name]) => name).sort()).toEqual(Object.keys(never).sort())
  })

  it("hands answers on and reports each", async () => {
    const { client, reported } = cashDesk({ getBalance: () => Promise.resolve(balance) })
    expect(await client.getBalance()).toBe(balance)
    expect(reported).toEqual([undefined])
  })

  it.each(EVERY_CALL)("hands failures of %s on and reports them, once", async (name, call) => {
    const { called, changes } = counting(refusal)
    const { client, reported } = cashDesk(changes)
    await expect(call(client)).rejects.toBe(refusal)
    expect(called).toEqual([name])
    expect(reported).toEqual([refusal])
  })

  it("hands a new invoice on at once, however long the report takes: its row is to be written", async () => {
    const created = createdInvoice(61_001)
    const client = withPauses(
      { ...never, createPayment: () => Promise.resolve(created) },
      {
        secondsPaused: () => Promise.resolve(0),
        pause: () => Promise.resolve(),
        onAnswer: () => new Promise(() => undefined),
      }
    )
    expect(await client.createPayment({ amount: created.amount })).toBe(created)
  })

  it("does not report a bug of our own", async () => {
    const mistake = new TypeError("not a function")
    const { client, reported } = cashDesk({ getBalance: () => Promise.reject(mistake) })
    await expect(client.getBalance()).rejects.toBe(mistake)
    expect(reported).toEqual([])
  })
})

describe("a client of a paused cash desk", () => {
  it.each(EVERY_CALL)("refuses %s before anything goes out, and says how long", async (_, call) => {
    const { called, changes } = counting(tooMany(40))
    const { client, reported, pauses } = cashDesk(changes)
    await expect(client.getBalance()).rejects.toMatchObject({ code: "rate_limited" })
    const before = [...called]
    const refused = await call(client).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: "rate_limited", retryAfterSeconds: 40 })
    expect(called).toEqual(before)
    // What was not sent lengthens no pause and is not reported.
    expect(pauses).toEqual([40])
    expect(reported).toHaveLength(1)
  })

  it.each(EVERY_CALL)("%s begins a pause where it is answered with 429", async (_, call) => {
    const { client, pauses } = cashDesk(counting(tooMany(7)).changes)
    await expect(call(client)).rejects.toMatchObject({ code: "rate_limited" })
    expect(pauses).toEqual([7])
  })

  it("waits for as long as the service says, and for half a minute where it says nothing", async () => {
    for (const [said, seconds] of [
      [12, 12],
      [undefined, 30],
    ] as const) {
      const { client, pauses } = cashDesk({ getBalance: () => Promise.reject(tooMany(said)) })
      await expect(client.getBalance()).rejects.toMatchObject({ code: "rate_limited" })
      expect(pauses).toEqual([seconds])
    }
  })

  it("calls again once the pause is over", async () => {
    const answers = [() => Promise.reject(tooMany(5)), () => Promise.resolve(balance)]
    const { client, wait } = cashDesk({
      getBalance: () => answers.shift()?.() ?? Promise.reject(new Error("asked too often")),
    })
    await expect(client.getBalance()).rejects.toMatchObject({ code: "rate_limited" })
    wait(4)
    await expect(client.getBalance()).rejects.toMatchObject({ retryAfterSeconds: 1 })
    wait(1)
    expect(await client.getBalance()).toBe(balance)
  })

  it("is not begun by any other refusal", async () => {
    const { client, pauses } = cashDesk({ getBalance: () => Promise.reject(refusal) })
    await expect(client.getBalance()).rejects.toBe(refusal)
    expect(pauses).toEqual([])
  })

  it("is not called where nobody can tell whether it is paused", async () => {
    const { called, changes } = counting(refusal)
    const client = withPauses(
      { ...never, ...changes },
      {
        secondsPaused: () => Promise.reject(new Error("the database is gone")),
        pause: () => Promise.resolve(),
      }
    )
    await expect(client.createPayment({ amount: createdInvoice(1).amount })).rejects.toThrow("gone")
    await expect(client.getBalance()).rejects.toThrow("gone")
    expect(called).toEqual([])
  })
})
