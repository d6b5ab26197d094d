import { parsePluginOptions, type PluginOptions } from "../options"
import { DEFAULTS } from "./defaults"

function accepted(input: unknown): PluginOptions {
  const { options, problem } = parsePluginOptions(input)
  expect(problem).toBeUndefined()
  return options
}

describe("the plugin's options", () => {
  it.each([
    ["none", undefined],
    ["null", null],
    ["empty", {}],
  ] as const)("%s: every default stands in", (_, input) => {
    expect(accepted(input)).toEqual(DEFAULTS)
  })

  it("every option is accepted as the documentation writes it", () => {
    const written: Required<PluginOptions> = {
      webhookBaseUrl: "https://api.shop.example",
      returnUrl: "https://shop.example/checkout/return?session={session_id}",
      storefrontOrigins: ["https://shop.example", "http://localhost:8000"],
      encryptionKeys: ["first key", "second key"],
      baseUrl: "http://127.0.0.1:4242/api/v1",
      paymentHosts: ["pay.example.uz", "pay.example.uz:8443"],
      orderPlacement: "before_payment",
      amountRounding: "exact",
      description: "Order of cart {cart_id}",
      cardPayments: false,
      alertLanguage: "uz",
      parts: { max: 3, waitHours: 48 },
      unpaidOrders: { cancelAfterMinutes: null },
      limits: {
        webhookCallsPerMinute: 6,
        storePerSession: 12,
        storePerAddress: 60,
        cardAttempts: 3,
        invoicesPerCollection: 2,
      },
      retention: { deliveryDays: 7 },
      timeouts: { requestMs: 2_500 },
      reconcile: { watchDays: 30, sweepSeconds: 60, callsPerSweep: 20, concurrency: 2 },
    }
    expect(accepted(written)).toEqual(written)
  })

  it.each(["after_payment", "before_payment"])("orderPlacement %s", (orderPlacement) => {
    expect(accepted({ orderPlacement })).toEqual({ ...DEFAULTS, orderPlacement })
  })

  it.each(["nearest", "exact"])("amountRounding %s", (amountRounding) => {
    expect(accepted({ amountRounding })).toEqual({ ...DEFAULTS, amountRounding })
  })

  it.each([100, 60_000])("timeouts.requestMs %d, at its limit", (requestMs) => {
    expect(accepted({ timeouts: { requestMs } }).timeouts).toEqual({ requestMs })
  })

  it.each([
    [{ max: 1 }, { max: 1, waitHours: 24 }],
    [
      { max: 20, waitHours: undefined },
      { max: 20, waitHours: 24 },
    ],
    [{ waitHours: 1 }, { max: 5, waitHours: 1 }],
    [{ waitHours: 720 }, { max: 5, waitHours: 720 }],
  ])("parts %j, at a limit: what is left out is the default", (written, parts) => {
    expect(accepted({ parts: written }).parts).toEqual(parts)
  })

  it("an origin is reduced to scheme, host and port, whatever page was copied from the browser", () => {
    const { storefrontOrigins } = accepted({
      storefrontOrigins: ["https://Shop.Example:443/uz/cart?x=1#top", "http://localhost:8000/"],
    })
    expect(storefrontOrigins).toEqual(["https://shop.example", "http://localhost:8000"])
  })

  it.each([
    ["https://checkout.uz/api/v1/", "https://checkout.uz/api/v1"],
    ["https://CHECKOUT.uz:443/api/v1", "https://checkout.uz/api/v1"],
    [" https://checkout.uz/api/v1// ", "https://checkout.uz/api/v1"],
    ["http://127.0.0.1:4242", "http://127.0.0.1:4242"],
  ])("baseUrl %p has one spelling, so that a slash never opens a second book", (written, read) => {
    expect(accepted({ baseUrl: written }).baseUrl).toBe(read)
  })

  it.each([
    ["Pay.Example.UZ", "pay.example.uz"],
    ["pay.example.uz:443", "pay.example.uz"],
    ["127.0.0.1:4242", "127.0.0.1:4242"],
    ["toʻlov.uz", "xn--tolov-71c.uz"],
  ])("paymentHosts %p is compared as addresses spell it", (written, read) => {
    expect(accepted({ paymentHosts: [written] }).paymentHosts).toEqual([read])
  })
})

describe("options that were not given", () => {
  it.each(["", "   ", "\t\n", undefined])(
    "an environment variable that is %p means not given, for every option",
    (blank) => {
      const blanks = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, blank]))
      expect(accepted(blanks)).toEqual(DEFAULTS)
    }
  )

  it("a blank entry of a list is left out, and the others stay", () => {
    const options = accepted({
      storefrontOrigins: ["", "https://shop.example", undefined],
      encryptionKeys: [undefined, "second key", " "],
      paymentHosts: [""],
    })
    expect(options.storefrontOrigins).toEqual(["https://shop.example"])
    expect(options.encryptionKeys).toEqual(["second key"])
    expect(options.paymentHosts).toEqual([])
  })

  it("Medusa's own `database` beside them is none of the developer's options", () => {
    const database = { clientUrl: "postgres://u:p@localhost/db" }
    expect(accepted({ database, amountRounding: "exact" })).toEqual({
      ...DEFAULTS,
      amountRounding: "exact",
    })
  })

  it("options behind getters on an object of a class of its own are read as well", () => {
    const handed = Object.create(Map.prototype, {
      amountRounding: { enumerable: true, get: () => "exact" },
      database: { enumerable: true, get: () => ({ clientUrl: "postgres://u:p@localhost/db" }) },
    }) as object
    const bare = Object.assign(Object.create(null) as object, { amountRounding: "exact" })
    expect(accepted(handed).amountRounding).toBe("exact")
    expect(accepted(bare).amountRounding).toBe("exact")
  })
})
