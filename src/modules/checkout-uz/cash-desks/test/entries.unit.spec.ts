import fc from "fast-check"
import {
  findApiKey,
  fingerprint,
  readProviderEntries,
  readProviderOptions,
  REQUIRED_DEPENDENCIES,
} from "../entries"
import { circular, revoked, throwing, THROWN } from "../../test/unreadable"

const PACKAGE = "medusa-payment-checkout-uz/providers/checkout-uz"

const config = (...providers: unknown[]) => ({ modules: { payment: { options: { providers } } } })
const entry = (rest: Record<string, unknown> = {}) => ({ resolve: PACKAGE, id: "main", ...rest })

describe("the provider entries of this plugin in medusa-config", () => {
  it("an entry with all it may have", () => {
    const options = { cashDesk: "chorsu", apiKey: "key-1" }
    expect(readProviderEntries(config(entry({ options })))).toEqual([
      { providerId: "pp_checkout-uz_main", cashDesk: "chorsu", apiKey: "key-1" },
    ])
  })

  it.each([
    ["with an id", "main", "pp_checkout-uz_main"],
    ["without an id", undefined, "pp_checkout-uz"],
    ["with an empty id", "", "pp_checkout-uz"],
    ["with an id of its own", "second-desk", "pp_checkout-uz_second-desk"],
  ])("%s it has the name Medusa gives it", (_, id, providerId) => {
    const [read] = readProviderEntries(config({ resolve: PACKAGE, id, options: {} }))
    expect(read?.providerId).toBe(providerId)
  })

  it.each([
    PACKAGE,
    "medusa-payment-checkout-uz",
    `${PACKAGE}/index`,
    `${PACKAGE}/index.js`,
    `./src/providers/checkout-uz`,
    `/srv/shop/node_modules/medusa-payment-checkout-uz/.medusa/server/src/providers/checkout-uz`,
    `/srv/shop/node_modules/medusa-payment-checkout-uz/.medusa/server/src/providers/checkout-uz/index.js`,
    `/srv/plugin/src/providers/checkout-uz/index.ts`,
    `C:\\shop\\node_modules\\medusa-payment-checkout-uz\\.medusa\\server\\src\\providers\\checkout-uz`,
  ])("is found by its path: %s", (resolve) => {
    expect(readProviderEntries(config({ resolve, id: "main" }))).toHaveLength(1)
  })

  it.each([
    "@medusajs/medusa/payment-stripe",
    "medusa-payment-checkout-uz-extra",
    "medusa-payment-checkout-uz/providers/checkout-uz-extra",
    "medusa-payment-checkout-uz/providers/checkout-uz/service",
    "providers-checkout-uz",
    "",
  ])("somebody else's is not ours: %p", (resolve) => {
    expect(readProviderEntries(config({ resolve, id: "main" }))).toEqual([])
  })

  it("several desks, among other providers, keep their order", () => {
    const entries = readProviderEntries(
      config(
        { resolve: "@medusajs/medusa/payment-stripe", id: "stripe", options: { apiKey: "sk" } },
        entry({ options: { cashDesk: "chorsu", apiKey: "key-1" } }),
        entry({ id: "second", options: { cashDesk: "samarqand", apiKey: "key-2" } })
      )
    )
    expect(entries).toEqual([
      { providerId: "pp_checkout-uz_main", cashDesk: "chorsu", apiKey: "key-1" },
      { providerId: "pp_checkout-uz_second", cashDesk: "samarqand", apiKey: "key-2" },
    ])
    expect(findApiKey(entries, "chorsu")).toBe("key-1")
    expect(findApiKey(entries, "samarqand")).toBe("key-2")
    expect(findApiKey(entries, "main")).toBeUndefined()
  })

  it.each([
    ["no options", {}],
    ["null options", { options: null }],
    ["empty options", { options: {} }],
    ["an empty key", { options: { apiKey: "" } }],
    ["a blank key", { options: { apiKey: " \n" } }],
    ["an unset key and desk", { options: { apiKey: undefined, cashDesk: undefined } }],
    ["an empty desk", { options: { cashDesk: "", apiKey: "" } }],
  ])("with %s: the desk `main` without a key", (_, rest) => {
    expect(readProviderEntries(config(entry(rest)))).toEqual([
      { providerId: "pp_checkout-uz_main", cashDesk: "main", apiKey: undefined },
    ])
  })

  it("a key's surrounding blanks, copied along with it, are no part of it", () => {
    const [read] = readProviderEntries(config(entry({ options: { apiKey: " key-1\n" } })))
    expect(read?.apiKey).toBe("key-1")
  })

  it("of two entries of one desk, the one that has a key gives it", () => {
    const entries = readProviderEntries(
      config(entry({ options: { apiKey: "" } }), entry({ id: "b", options: { apiKey: "key-2" } }))
    )
    expect(findApiKey(entries, "main")).toBe("key-2")
  })

  it.each([
    ["null", null],
    ["a text", "stripe"],
    ["an entry with a numeric id", { resolve: "other", id: 7 }],
    ["a provider given as a module", { resolve: { services: [] } }],
  ])("a slip beside it (%s) loses no key of ours", (_, neighbour) => {
    const options = { apiKey: "key-1" }
    expect(readProviderEntries(config(neighbour, entry({ options })))).toHaveLength(1)
  })

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["no modules", {}],
    ["modules as a list", { modules: [] }],
    ["no payment module", { modules: {} }],
    ["a payment module switched off", { modules: { payment: false } }],
    ["a payment module without options", { modules: { payment: { resolve: "x" } } }],
    ["no providers", { modules: { payment: { options: {} } } }],
    ["providers that are no list", { modules: { payment: { options: { providers: {} } } } }],
    ["an empty list", config()],
  ])("a configuration with %s has none, and nothing is thrown", (_, input) => {
    expect(readProviderEntries(input)).toEqual([])
  })

  it("whatever a configuration holds, reading it never throws", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (anything, options) => {
        readProviderEntries(anything)
        readProviderEntries(config(anything, entry({ options })))
        readProviderOptions(options)
      })
    )
  })
})

const SECRET = "s3cr3t-key"

describe("wrong options of a provider entry", () => {
  it.each([
    ["cashDesk", { cashDesk: `${SECRET}/1` }],
    ["cashDesk", { cashDesk: `-${SECRET}` }],
    ["cashDesk", { cashDesk: "chor su" }],
    ["cashDesk", { cashDesk: 9 }],
    ["apiKey", { apiKey: 12345 }],
    ["apiKey", { apiKey: [SECRET] }],
    ["apikey", { apikey: SECRET }],
    ["api_key", { api_key: SECRET }],
  ])("%s: one sentence names it and never its value (%j)", (name, options) => {
    const { problem } = readProviderOptions(options)
    expect(problem).toMatch(
      /^The options of a checkout-uz payment provider in medusa-config are wrong: [^\n]+\.$/
    )
    expect(problem).toContain(`"${name}"`)
    expect(problem).not.toContain(SECRET)
  })

  it("a wrong name for a desk never hands its key to the desk `main`", () => {
    const options = { cashDesk: "chor su", apiKey: "key-of-chorsu" }
    expect(readProviderOptions(options).options).toBeUndefined()
    expect(readProviderEntries(config(entry({ options })))).toEqual([])
  })

  it("an unknown option leaves the others in force, so that open invoices are still asked about", () => {
    const options = { cashDesk: "chorsu", apiKey: "key-1", colour: "red" }
    expect(readProviderEntries(config(entry({ options })))).toEqual([
      { providerId: "pp_checkout-uz_main", cashDesk: "chorsu", apiKey: "key-1" },
    ])
  })
})

describe("provider entries that cannot even be read", () => {
  it.each([
    ["apiKey", throwing("apiKey", { cashDesk: "chorsu" })],
    ["apiKey", { cashDesk: "chorsu", apiKey: revoked() }],
    ["apiKey", { cashDesk: "chorsu", apiKey: circular("apiKey") }],
  ])("%s: it alone is named and left out, and the desk stays", (name, options) => {
    const { problem, options: read } = readProviderOptions(options)
    expect(problem).toContain(`"${name}"`)
    expect(problem).not.toContain(THROWN)
    expect(read).toEqual({ cashDesk: "chorsu", apiKey: undefined })
  })

  it.each([
    ["a desk's name that throws", throwing("cashDesk", { apiKey: "key-1" })],
    ["options that are gone", revoked()],
  ])("%s: one sentence, and no key becomes another desk's", (_, options) => {
    const { problem, options: read } = readProviderOptions(options)
    expect(problem).toMatch(/^The options of a checkout-uz payment provider .+\.$/)
    expect(read).toBeUndefined()
    expect(readProviderEntries(config(entry({ options })))).toEqual([])
  })

  it.each([
    ["an entry that throws", throwing("resolve")],
    ["an entry of ours that throws", throwing("options", { resolve: PACKAGE, id: "other" })],
    ["an entry that is gone", revoked()],
    ["an entry that contains itself", circular("options")],
  ])("%s beside ours loses no key of ours", (_, neighbour) => {
    const options = { apiKey: "key-1" }
    expect(readProviderEntries(config(neighbour, entry({ options })))).toEqual([
      { providerId: "pp_checkout-uz_main", cashDesk: "main", apiKey: "key-1" },
    ])
  })

  it.each([
    ["that throws", throwing("modules")],
    ["that is gone", revoked()],
    ["whose payment module throws", { modules: throwing("payment") }],
  ])("a configuration %s has none, and nothing is thrown", (_, input) => {
    expect(readProviderEntries(input)).toEqual([])
  })
})

describe("the fingerprint of an API key", () => {
  it("tells keys apart and reveals no part of them", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4 }), fc.string({ minLength: 4 }), (one, other) => {
        const print = fingerprint(one)
        expect(print).toMatch(/^[0-9a-f]{16}$/)
        expect(fingerprint(one)).toBe(print)
        if (one !== other) expect(fingerprint(other)).not.toBe(print)
      })
    )
    expect(fingerprint("sandbox-key")).not.toContain("sandbox")
    expect(fingerprint("")).toMatch(/^[0-9a-f]{16}$/)
  })

  it("is no plain encoding of the key", () => {
    const key = "abcdef12"
    for (const encoding of ["hex", "base64"] as const) {
      expect(fingerprint(key)).not.toContain(Buffer.from(key).toString(encoding).slice(0, 6))
    }
  })
})

it("the dependencies a provider needs are the three of the documentation", () => {
  expect(REQUIRED_DEPENDENCIES).toEqual(["checkoutUz", "payment", "query"])
})
