import fc from "fast-check"
import type * as zodModule from "zod"
import { circular, revoked, throwing, THROWN } from "../../test/unreadable"
import type * as optionsModule from "../options"
import { parsePluginOptions } from "../options"
import { DEFAULTS } from "./defaults"

/** The one sentence about a wrong option. */
function sentence(input: unknown): string {
  const { problem } = parsePluginOptions(input)
  if (problem === undefined) throw new Error("The options were accepted.")
  return problem
}

const SECRET = "s3cr3t-of-the-shop"
/** Wrong values, each carrying the secret where a value can carry one. */
const WRONG: [path: string, input: Record<string, unknown>][] = [
  ["webhookBaseUrl", { webhookBaseUrl: `ftp://${SECRET}` }],
  ["webhookBaseUrl", { webhookBaseUrl: `${SECRET}.example` }],
  ["webhookBaseUrl", { webhookBaseUrl: 9000 }],
  ["returnUrl", { returnUrl: `javascript:alert("${SECRET}")` }],
  ["returnUrl", { returnUrl: `/checkout/${SECRET}` }],
  ["returnUrl", { returnUrl: `blob:https://shop.example/${SECRET}` }],
  ["storefrontOrigins.0", { storefrontOrigins: [`blob:https://shop.example/${SECRET}`] }],
  ["webhookBaseUrl", { webhookBaseUrl: `blob:https://shop.example/${SECRET}` }],
  ["baseUrl", { baseUrl: `blob:https://checkout.uz/${SECRET}` }],
  ["storefrontOrigins", { storefrontOrigins: `https://${SECRET}.example` }],
  ["storefrontOrigins.0", { storefrontOrigins: [SECRET] }],
  ["storefrontOrigins.1", { storefrontOrigins: ["https://shop.example", "*"] }],
  ["storefrontOrigins.0", { storefrontOrigins: [7] }],
  ["encryptionKeys", { encryptionKeys: SECRET }],
  ["encryptionKeys.0", { encryptionKeys: [{ key: SECRET }] }],
  ["baseUrl", { baseUrl: SECRET }],
  ["baseUrl", { baseUrl: `file:///${SECRET}` }],
  ["baseUrl", { baseUrl: `https://user:${SECRET}@checkout.uz/api/v1` }],
  ["baseUrl", { baseUrl: `https://checkout.uz/api/v1?key=${SECRET}` }],
  ["baseUrl", { baseUrl: `https://checkout.uz/api/v1#${SECRET}` }],
  ["paymentHosts", { paymentHosts: SECRET }],
  ["paymentHosts.0", { paymentHosts: [`https://${SECRET}`] }],
  ["paymentHosts.0", { paymentHosts: [`pay.example/${SECRET}`] }],
  ["paymentHosts.0", { paymentHosts: [`${SECRET}@pay.example`] }],
  ["paymentHosts.0", { paymentHosts: ["*.example.uz x"] }],
  ["orderPlacement", { orderPlacement: SECRET }],
  ["amountRounding", { amountRounding: SECRET }],
  ["amountRounding", { amountRounding: true }],
  ["description", { description: { text: SECRET } }],
  ["timeouts", { timeouts: SECRET }],
  ["timeouts", { timeouts: { request: 5 } }],
  ["timeouts.requestMs", { timeouts: { requestMs: SECRET } }],
  ["timeouts.requestMs", { timeouts: { requestMs: 99 } }],
  ["timeouts.requestMs", { timeouts: { requestMs: 60_001 } }],
  ["timeouts.requestMs", { timeouts: { requestMs: 1000.5 } }],
  ["timeouts.requestMs", { timeouts: { requestMs: NaN } }],
  ["reconcile", { reconcile: SECRET }],
  ["reconcile.watchDays", { reconcile: { watchDays: 0 } }],
  ["reconcile.watchDays", { reconcile: { watchDays: SECRET } }],
  ["parts", { parts: SECRET }],
  ["parts", { parts: { count: 3 } }],
  ["parts.max", { parts: { max: SECRET } }],
  ["parts.waitHours", { parts: { waitHours: null } }],
  ["apiKey", { apiKey: SECRET }],
]

describe("a wrong option", () => {
  it.each(WRONG)("%s: one sentence names it and never its value (%j)", (path, input) => {
    const text = sentence(input)
    expect(text).toMatch(
      /^The options of medusa-payment-checkout-uz in medusa-config are wrong: [^\n]+\.$/
    )
    expect(text).toContain(`"${path}"`)
    expect(text).not.toContain(SECRET)
  })

  it.each([0, 21, -0.5, 2.5, 30.5, 1e20, NaN, Infinity, "5", null, [5]])(
    "parts.max %p: its bounds are said, once",
    (max) => {
      expect(sentence({ parts: { max } })).toBe(
        'The options of medusa-payment-checkout-uz in medusa-config are wrong: "parts.max": must be a whole number from 1 to 20.'
      )
    }
  )

  it.each([0, 721, 1.5])("parts.waitHours %p: its bounds are said, once", (waitHours) => {
    expect(sentence({ parts: { waitHours } })).toBe(
      'The options of medusa-payment-checkout-uz in medusa-config are wrong: "parts.waitHours": must be a whole number from 1 to 720.'
    )
  })

  it.each([0, 366, 1.5])("reconcile.watchDays %p: its bounds are the setting's", (watchDays) => {
    expect(sentence({ reconcile: { watchDays } })).toBe(
      'The options of medusa-payment-checkout-uz in medusa-config are wrong: "reconcile.watchDays": must be a whole number from 1 to 365.'
    )
  })

  it("several wrong options are all named in the one sentence", () => {
    const text = sentence({ amountRounding: "up", timeouts: { requestMs: 1 }, colour: "red" })
    expect(text).toContain('"amountRounding"')
    expect(text).toContain('"timeouts.requestMs"')
    expect(text).toContain('"colour"')
  })

  it.each([
    ["a text", SECRET],
    ["a number", 7],
    ["true", true],
  ] as const)(
    "%s in place of the options is one sentence too, and the defaults stand in",
    (_, input) => {
      expect(sentence(input)).not.toContain(SECRET)
      expect(parsePluginOptions(input).options).toEqual(DEFAULTS)
    }
  )

  it("takes none of the right ones with it: the service's address and books stay the same", () => {
    const { options, problem } = parsePluginOptions({
      baseUrl: "http://127.0.0.1:4242/api/v1",
      webhookBaseUrl: "https://api.shop.example",
      amountRounding: "up",
      colour: "red",
      timeouts: { requestMs: 1 },
      database: {},
    })
    expect(problem).toBeDefined()
    expect(options).toEqual({
      ...DEFAULTS,
      baseUrl: "http://127.0.0.1:4242/api/v1",
      webhookBaseUrl: "https://api.shop.example",
    })
  })
})

describe("options that cannot even be read", () => {
  const right = { amountRounding: "exact", webhookBaseUrl: "https://api.shop.example" }

  it.each<[string, unknown]>([
    ["description", throwing("description", right)],
    ["reconcile.watchDays", { ...right, reconcile: throwing("watchDays") }],
    ["storefrontOrigins.0", { ...right, storefrontOrigins: [revoked()] }],
    ["limits", { ...right, limits: revoked() }],
    ["description", { ...right, description: circular("description") }],
    ["timeouts", { ...right, timeouts: circular("requestMs") }],
  ])("%s: it alone is named and left out, and nothing is thrown", (path, input) => {
    const text = sentence(input)
    expect(text).toContain(`"${path}`)
    expect(text).not.toContain(THROWN)
    expect(parsePluginOptions(input).options).toEqual({ ...DEFAULTS, ...right })
    expect([...parsePluginOptions(input).written]).toEqual([])
  })

  it("an object that throws whatever is done with it is one sentence, and the defaults stand in", () => {
    expect(sentence(revoked())).toMatch(/^The options of medusa-payment-checkout-uz .+\.$/)
    expect(parsePluginOptions(revoked()).options).toEqual(DEFAULTS)
  })

  it("whatever is written, nothing is thrown and there are options to work with", () => {
    const names = fc.constantFrom(...Object.keys(DEFAULTS), "database", "__proto__", "colour")
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(names, fc.anything())), (input) => {
        const { options } = parsePluginOptions(input)
        expect(Object.keys(options)).toEqual(expect.arrayContaining(["baseUrl", "reconcile"]))
      })
    )
  })

  it("a zod that fails at all of them is one sentence that names the plugin, and the defaults stand in", () => {
    withBrokenZod(({ parsePluginOptions: parse }) => {
      const { options, problem, written } = parse({ cardPayments: false, description: SECRET })
      expect(options).toEqual(DEFAULTS)
      expect(problem).toBe(
        "The options of medusa-payment-checkout-uz in medusa-config could not be read: zod failed with TypeError; see which version of zod is installed beside the plugin."
      )
      expect([...written]).toEqual([])
    })
  })
})

/** The parsers beside a zod whose schemas can be made and not be used. */
function withBrokenZod(test: (modules: typeof optionsModule) => void): void {
  jest.isolateModules(() => {
    jest.doMock("zod", () => brokenZod(jest.requireActual<typeof zodModule>("zod")))
    test(jest.requireActual<typeof optionsModule>("../options"))
  })
  jest.dontMock("zod")
}

function brokenZod({ z }: typeof zodModule) {
  const fail = () => {
    throw new TypeError(SECRET)
  }
  const strictObject: typeof z.strictObject = (...shape) =>
    Object.assign(z.strictObject(...shape), { parse: fail, safeParse: fail })
  return { z: { ...z, strictObject } }
}
