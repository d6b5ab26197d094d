import type { ClientLogger } from ".."
import { useLiveService } from "./live-service"
import { reply } from "./local-server"
import { createdPayment, number, paidStatus } from "./samples"

const { server, create, status } = useLiveService()

function recordingLogger(): { logger: ClientLogger; warnings: string[] } {
  const warnings: string[] = []
  return { logger: { warn: (message) => warnings.push(message), debug: () => undefined }, warnings }
}

const documented = {
  number: 61001,
  uuid: "11111111-2222-4333-8444-555555555555",
  paymentUrl: "https://checkout.uz/pay/11111111-2222-4333-8444-555555555555",
  amount: "7000",
  status: "pending",
  payVia: { click: "https://checkout.uz/pay/x/click" },
  customPaymentPages: [],
  returnUrl: undefined,
  lifetimeSeconds: 3600,
  lifetimeAssumed: false,
}

describe("bodies to accept (docs/service.md, 12.1)", () => {
  it("create, documented: a payable invoice with all its fields", async () => {
    expect(await create(createdPayment())).toEqual(documented)
  })

  it("create, as strings: the same invoice", async () => {
    expect(await create(createdPayment({ _id: "61001", _amount: "7000.00" }))).toEqual(documented)
  })

  it.each([
    ["absent", undefined],
    ["null", null],
    ["a text", "click"],
    ["a list", ["https://checkout.uz/pay/x/click"]],
  ])("create, no extras: _pay_via %s leaves a payable invoice", async (_, payVia) => {
    expect(await create(createdPayment({ _pay_via: payVia }))).toEqual({
      ...documented,
      payVia: {},
    })
  })

  it.each([
    ["absent", undefined],
    ["null", null],
    ["without seconds", { _hour: 1 }],
    ["of zero seconds", { _second: 0 }],
    ["of more seconds than a date can hold", { _second: 9e15 }],
  ])(
    "create, no extras: a lifetime %s is assumed to be an hour, and logged",
    async (_, lifetime) => {
      const { logger, warnings } = recordingLogger()
      const invoice = await create(createdPayment({ _lifteme: lifetime }), logger)
      expect(invoice).toEqual({ ...documented, lifetimeAssumed: true })
      expect(warnings).toEqual([
        "create_payment: invoice 61001 came without a lifetime, 3600 seconds are assumed",
      ])
    }
  )

  it("create: a log that fails does not lose the invoice that was made", async () => {
    const broken = () => {
      throw new Error("disk full")
    }
    const invoice = await create(createdPayment({ _lifteme: null }), {
      warn: broken,
      debug: broken,
    })
    expect(invoice.number).toBe(61001)
  })

  it("create: the full response's other fields are read, and wrong ones among them left out", async () => {
    const invoice = await create(
      createdPayment({
        _pay_via: { click: "https://c", payme: 7, ["__proto__"]: "https://p" },
        custom_payment_pages: [
          { domain: "pay.shop.uz", _url: "https://pay.shop.uz/1" },
          { domain: 1 },
          null,
        ],
        _return_url: "https://shop.uz/back",
        _lifteme: { _second: "1800" },
      })
    )
    expect(invoice.payVia).toEqual({ click: "https://c" })
    expect(invoice.customPaymentPages).toEqual([
      { domain: "pay.shop.uz", url: "https://pay.shop.uz/1" },
    ])
    expect(invoice.returnUrl).toBe("https://shop.uz/back")
    expect(invoice.lifetimeSeconds).toBe(1800)
  })

  it.each([
    "",
    " click",
    "cl ick",
    "click/1",
    "клик",
    "a".repeat(41),
    "__proto__",
    "<b>click</b>",
    "click\n",
  ])(
    "create: a payment system's key that is none (%j) is left out, and the others stay",
    async (key) => {
      const _pay_via = {
        [key]: "https://x",
        "vm-card_2.0": "https://v",
        ["a".repeat(40)]: "https://a",
      }
      const { payVia, number: made } = await create(createdPayment({ _pay_via }))
      expect(made).toBe(61001)
      expect(payVia).toEqual({ "vm-card_2.0": "https://v", ["a".repeat(40)]: "https://a" })
    }
  )

  it("create: more payment systems and pages than there can be lose no invoice, and are bounded", async () => {
    const keys = Array.from({ length: 1_000 }, (_, n) => `system-${n}`)
    const invoice = await create(
      createdPayment({
        _pay_via: Object.fromEntries(keys.map((key) => [key, `https://${key}.uz`])),
        custom_payment_pages: keys.map((key) => ({ domain: key, _url: `https://${key}.uz` })),
      })
    )
    expect(Object.keys(invoice.payVia)).toEqual(keys.slice(0, 30))
    expect(invoice.customPaymentPages.map(({ domain }) => domain)).toEqual(keys.slice(0, 30))
  })

  it("status, pending: not paid, although the envelope says success", async () => {
    const body =
      '{"status":"success","data":{"id":"61001","amount":"7000.00","status":"pending","paid_at":null}}'
    expect(await status(body)).toEqual({
      number: 61001,
      amount: "7000",
      status: "pending",
      createdAt: undefined,
      paidAt: undefined,
    })
  })

  it("status, paid: number, exact amount and the service's own dates as text", async () => {
    expect(await status(paidStatus())).toEqual({
      number: 61001,
      amount: "7000",
      status: "paid",
      createdAt: "2026-02-01 10:00:00",
      paidAt: "2026-02-01 10:04:10",
    })
  })

  it("status, with documented types", async () => {
    expect(await status(paidStatus({ id: 61001, amount: 7000 }))).toMatchObject({
      number: 61001,
      amount: "7000",
    })
  })

  it.each(["cancelled", "expired", "PAID", "success", ""])(
    "status %p is handed on as it is, since only the very word paid means paid",
    async (word) => {
      expect((await status(paidStatus({ status: word }))).status).toBe(word)
    }
  )
})

describe("lists and figures", () => {
  it("one unreadable record never spoils the history: it is left out and logged", async () => {
    const { logger, warnings } = recordingLogger()
    const good = [paidStatus().data, paidStatus({ id: 61003, status: "pending" }).data]
    server.says(reply(200, { status: "success", data: [good[0], { id: true }, null, good[1]] }))
    const records = await server.client({ logger }).getHistory()
    expect(records.map((record) => record.number)).toEqual([61001, 61003])
    expect(warnings).toEqual(["get_history: 2 unreadable records left out: data.1.id; data.2"])
  })

  it("one unreadable payment method never spoils the others", async () => {
    const { logger, warnings } = recordingLogger()
    server.says(reply(200, { status: "success", data: [{ key: "click" }, { name: "Payme" }] }))
    expect(await server.client({ logger }).getPaymentMethods()).toEqual([
      { key: "click", name: "click", logoLight: undefined, logoDark: undefined },
    ])
    expect(warnings).toHaveLength(1)
  })

  it("balances and totals are exact decimals, also small, negative and long ones", async () => {
    server.says(
      reply(
        200,
        '{"status":"success","balance":{"uzs":123456789012345678.90,"usd":"-1.50","ton":1.0e-9}}'
      )
    )
    expect(await server.client().getBalance()).toEqual({
      uzs: "123456789012345678.9",
      usd: "-1.5",
      ton: "0.000000001",
    })
    server.says(
      reply(200, { status: "success", stats: { total_orders: "3", total_amount: 21000.5 } })
    )
    expect(await server.client().getStats()).toEqual({ totalOrders: 3, totalAmount: "21000.5" })
  })

  it.each([
    ["an empty answer", "", null],
    [
      "an object",
      { status: "success", receipt: { no: 1 } },
      { status: "success", receipt: { no: 1 } },
    ],
    ["a list", [1, "a"], [1, "a"]],
    [
      "a fiscal sign longer than a float",
      '{"sign":123456789012345678901}',
      { sign: "123456789012345678901" },
    ],
  ])("fiscal data of unknown shape is passed on: %s", async (_, body, expected) => {
    server.says(reply(200, body))
    expect(await server.client().getFiscal({ orderId: number(61001) })).toEqual(expected)
  })
})
