import type { Facts, LiveFacts, Reply } from "../facts"
import { FINDING_IDS } from "../../../contract"
import { judge } from "../judge"
import { judgeLive } from "../live"
import { isPublicAddress } from "../public-address"
import { LIVE, RIGHT } from "./samples"

const { servers } = RIGHT
const [ENTRY] = RIGHT.entries
if (!ENTRY) throw new Error("The sample store has no provider entry.")
const [REGION] = RIGHT.regions ?? []
if (!REGION) throw new Error("The sample store has no region.")

const amiss = (facts: Partial<Facts>, live: Partial<LiveFacts> = {}) =>
  [...judge({ ...RIGHT, ...facts }), ...judgeLive({ ...LIVE, ...live })].filter(
    ({ severity }) => severity !== "ok"
  )

describe("a store where everything is right", () => {
  it("has every finding there is, and all of them are fine", () => {
    const findings = [...judge(RIGHT), ...judgeLive(LIVE)]
    expect(findings.filter(({ severity, fix }) => severity !== "ok" || fix !== null)).toEqual([])
    expect(new Set(findings.map(({ id }) => id))).toEqual(new Set(FINDING_IDS))
  })
})

const MISTAKES: [string, string, string, Partial<Facts>][] = [
  ["no provider entry", "provider_entry", "error", { entries: [] }],
  ["a dependency is missing", "dependencies", "error", { dependencies: ["payment", "query"] }],
  ["the options are wrong", "options", "error", { optionsProblem: "Wrong." }],
  [
    "an entry's options are wrong",
    "provider_options",
    "error",
    { entries: [{ ...ENTRY, problem: "Wrong." }] },
  ],
  ["no webhook address", "webhook_address", "error", { webhookBaseUrl: undefined }],
  [
    "a webhook address of this machine",
    "webhook_address_public",
    "warning",
    { webhookBaseUrl: "http://localhost:9000" },
  ],
  [
    "no encryption key",
    "encryption_key",
    "warning",
    { encryptionKeys: { usable: 0, tooShort: 0 } },
  ],
  [
    "a short encryption key",
    "encryption_key",
    "error",
    { encryptionKeys: { usable: 1, tooShort: 1 } },
  ],
  ["no tables", "tables", "error", { missingTables: ["checkout_uz_invoice"] }],
  [
    "no API key",
    "api_key",
    "error",
    { desks: [{ cashDesk: "main", keySource: "none", problem: undefined }] },
  ],
  [
    "an API key that cannot be opened",
    "api_key",
    "error",
    { desks: [{ cashDesk: "main", keySource: "admin", problem: "Cannot be opened." }] },
  ],
  [
    "two keys of one cash desk",
    "one_key_per_cash_desk",
    "error",
    { entries: [ENTRY, { ...ENTRY, providerId: "pp_checkout-uz_b", keyFingerprint: "0b" }] },
  ],
  [
    "workers and servers with locks in memory",
    "shared_locks",
    "warning",
    { servers: { ...servers, workerMode: "worker", eventBusIsShared: true } },
  ],
  [
    "events in Redis with locks in memory",
    "shared_locks",
    "warning",
    { servers: { ...servers, eventBusIsShared: true } },
  ],
  [
    "workers and servers with events in memory",
    "shared_events",
    "warning",
    { servers: { ...servers, workerMode: "worker", locksAreShared: true } },
  ],
]

describe("a mistake is one finding, in a sentence, with what to do", () => {
  it.each(MISTAKES)("%s", (_, id, severity, facts) => {
    const found = amiss(facts).filter((finding) => finding.id === id)
    expect(found).toMatchObject([{ id, severity }])
    for (const text of [found[0]?.message, found[0]?.fix]) {
      expect(text).toMatch(/^[A-Z].*\.$/s)
      expect(text).not.toContain("\n")
    }
  })

  it("nothing else is said but what it brings with it", () => {
    for (const [, id, , facts] of MISTAKES.filter(([, name]) => name !== "provider_entry")) {
      expect(amiss(facts).map((finding) => finding.id)).toEqual([id])
    }
  })
})

describe("regions", () => {
  it("none in UZS offers it", () => {
    expect(amiss({ regions: [] })).toMatchObject([{ id: "uzs_region", severity: "warning" }])
  })

  it("one in another currency offers it beside", () => {
    const regions = [REGION, { ...REGION, name: "Europe", currencyCode: "eur" }]
    expect(amiss({ regions })).toMatchObject([{ id: "other_currencies" }])
    expect(amiss({ regions })[0]?.message).toContain("Europe (EUR)")
  })
})

describe("locks", () => {
  it("shared ones serve any number of servers", () => {
    expect(
      amiss({ servers: { workerMode: "server", eventBusIsShared: true, locksAreShared: true } })
    ).toEqual([])
  })
})

describe("what the service says", () => {
  const services = (outcome: LiveFacts["services"][number]["outcome"]) => ({
    services: [{ cashDesk: "main", outcome, message: "It says no." }],
  })
  it.each([
    ["key_refused", "key_accepted"],
    ["address_not_allowed", "address_allowed"],
    ["service_unreachable", "service_reachable"],
    ["other", "service_reachable"],
  ] as const)("%s is told apart", (outcome, id) => {
    expect(amiss({}, services(outcome))).toMatchObject([{ id, severity: "error" }])
  })

  it("one that does not answer is named by the address that was called", () => {
    expect(amiss({}, services("service_unreachable"))[0]?.message).toContain(LIVE.serviceUrl)
  })

  it("where the sandbox does not run, starting it is what to do", () => {
    const silent = services("service_unreachable")
    const fixAt = (serviceUrl: string) => amiss({}, { ...silent, serviceUrl })[0]?.fix
    expect(fixAt("http://127.0.0.1:4242/api/v1")).toContain(
      "npx medusa-payment-checkout-uz --port 4242."
    )
    expect(fixAt("https://checkout.uz/api/v1")).not.toContain("npx")
  })

  it("an invoice it does not know is found, though it takes the key", () => {
    const found = amiss({}, { invoices: [{ cashDesk: "main", areKnown: false }] })
    expect(found).toMatchObject([{ id: "invoices_known", severity: "error" }])
    expect(found[0]?.message).toContain("another cash desk's")
    const atHome = amiss(
      {},
      {
        serviceUrl: "http://localhost:4242/api/v1",
        invoices: [{ cashDesk: "main", areKnown: false }],
      }
    )
    expect(atHome).toMatchObject([{ id: "invoices_known", severity: "warning" }])
    expect(atHome[0]?.fix).toContain("sandbox was started anew")
  })
})

describe("what only the service could say", () => {
  it.each(["key_refused", "address_not_allowed", "service_unreachable", "other"] as const)(
    "is not said to be fine where it says %s",
    (outcome) => {
      const services = [{ cashDesk: "main", outcome, message: undefined }]
      const ids = judgeLive({ ...LIVE, services }).map(({ id }) => id)
      expect(ids).not.toContain("invoices_known")
    }
  )

  it("is not said to be fine of a cash desk that has no key to ask with", () => {
    const ids = judgeLive({ ...LIVE, services: [] }).map(({ id }) => id)
    expect(ids).not.toContain("invoices_known")
    expect(judgeLive(LIVE).map(({ id }) => id)).toContain("invoices_known")
  })
})

describe("clocks and webhooks", () => {
  it.each([31, -31])("a clock that is %d seconds off is found", (clockAheadSeconds) => {
    expect(amiss({}, { clockAheadSeconds })).toMatchObject([{ id: "clock", severity: "warning" }])
  })

  it.each([121, -121])("one that is %d seconds off the service's is found", (seconds) => {
    const found = amiss({}, { clockAheadOfServiceSeconds: seconds })
    expect(found).toMatchObject([{ id: "service_clock", severity: "warning" }])
    expect(found[0]?.message).toContain(seconds > 0 ? "ahead of" : "behind")
  })

  it("a service that names no time, or one a minute off, is no finding", () => {
    for (const clockAheadOfServiceSeconds of [undefined, 60, -60]) {
      expect(amiss({}, { clockAheadOfServiceSeconds })).toEqual([])
    }
  })

  it("webhooks that get lost are found, and one that is late is not", () => {
    const lastWebhookAt = new Date("2026-11-28T10:00:00Z")
    const desk = { cashDesk: "main", lastWebhookAt, paid: 4 }
    expect(amiss({}, { webhooks: [{ ...desk, unnotified: 1 }] })).toEqual([])
    const [lost] = amiss({}, { webhooks: [{ ...desk, unnotified: 2 }] })
    expect(lost).toMatchObject({ id: "last_webhook", severity: "warning" })
    // As the screens beside it have it.
    expect(lost?.message).toContain("came on 28.11.2026 15:00, Tashkent time")
  })
})

describe("what the webhook address answers to this server", () => {
  const address = "https://shop.uz/hooks/checkout-uz/main"
  const found = (reply: Reply) => amiss({}, { webhookAddress: { address, reply } })

  it("a redirect is found, with where it leads", () => {
    const redirectsTo = "https://www.shop.uz/hooks/checkout-uz/main"
    const [finding] = found({ kind: "answered", status: 301, redirectsTo })
    expect(finding).toMatchObject({ id: "webhook_address_answers", severity: "warning" })
    expect(finding?.message).toContain(redirectsTo)
  })

  it.each([401, 403, 502])("HTTP %d is of something in front of the server", (status) => {
    const [finding] = found({ kind: "answered", status, redirectsTo: undefined })
    expect(finding).toMatchObject({ id: "webhook_address_answers", severity: "warning" })
    expect(finding?.message).toContain(`HTTP ${status}`)
  })

  it.each([200, 404, 405])("HTTP %d is fine: only POST is served there", (status) => {
    expect(found({ kind: "answered", status, redirectsTo: undefined })).toEqual([])
  })

  it("none at all is found, with the reason", () => {
    const [finding] = found({ kind: "no_answer", reason: "ENOTFOUND" })
    expect(finding).toMatchObject({ id: "webhook_address_answers", severity: "warning" })
    expect(finding?.message).toContain("ENOTFOUND")
  })

  it("an address that nobody else can reach is not asked about", () => {
    expect(amiss({}, { webhookAddress: undefined })).toEqual([])
  })
})

describe("an address that the internet can reach", () => {
  it.each(["https://shop.uz", "http://185.8.212.10:9000", "https://[2a05::1]/shop"])("%s", (is) => {
    expect(isPublicAddress(is)).toBe(true)
  })

  it.each([
    "http://localhost:9000",
    "http://127.0.0.1",
    "http://10.1.2.3",
    "http://172.20.0.2",
    "http://192.168.1.4",
    "http://[::1]:9000",
    "http://[fd00::1]",
    "http://medusa:9000",
    "http://shop.local",
    "http://localhost.",
  ])("%s is not one", (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
