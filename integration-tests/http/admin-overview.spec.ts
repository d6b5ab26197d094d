import { overviewAnswerSchema, type Overview } from "../../src/contract"
import { DESK, otherDesk, refused, setKey } from "../setup/cash-desk"
import { logIn, type Merchant } from "../setup/merchant"
import {
  expectSettledInParts,
  partsOf,
  payParts,
  startedInParts,
  untilPartsCame,
} from "../setup/parts"
import { describeShop, eventually, type Shop } from "../setup/shop"

const OVERVIEW = `${DESK}/overview`
const READS = ["get_balance", "get_stats", "get_payment_methods"]

const plugin = { encryptionKeys: ["an-encryption-key-of-the-tests"] }

describeShop("a cash desk at a glance", { plugin }, (shop) => {
  afterEach(async () => {
    await shop.sandbox.clearFaults()
    await shop.sandbox.settings({ ip_whitelist: null })
  })

  it("shows what the service says, with logos that are safe to show", async () => {
    const merchant = await logIn(shop)
    const { service, problem, days, attention_count } = await overview(merchant)
    expect(problem).toBeNull()
    expect(service?.balance).toMatchObject({ usd: 0 })
    expect(service?.payment_methods.find(({ key }) => key === "click")).toMatchObject({
      name: "Click",
      logo_light: `${shop.sandbox.url}/logos/click-light.svg`,
    })
    expect(days).toHaveLength(30)
    expect(attention_count).toBe(0)
  })

  it("asks the service once, however many look at once, and not again for a while", async () => {
    const merchant = await logIn(shop)
    const before = await calls(shop)
    // Slow enough that all of them come while the first is still asking.
    await shop.sandbox.fault("get_balance", "slow", 1, 800)
    const all = await Promise.all(Array.from({ length: 12 }, () => overview(merchant)))
    expect(new Set(all.map(({ service }) => service?.balance.uzs)).size).toBe(1)
    await overview(merchant)
    expect(await calls(shop)).toEqual(before.map((count) => count + 1))

    await shop.sql(
      "UPDATE checkout_uz_account_snapshot SET read_at = now() - interval '20 seconds', updated_at = now() - interval '20 seconds'"
    )
    await overview(merchant)
    expect(await calls(shop)).toEqual(before.map((count) => count + 2))
  })

  it("says when the service was asked by one clock, to whoever asked and to all after them", async () => {
    const merchant = await logIn(shop)
    await shop.sql("DELETE FROM checkout_uz_account_snapshot")
    const asked = (await overview(merchant)).service?.read_at
    expect((await overview(merchant)).service?.read_at).toBe(asked)
    const [stored] = await shop.sql(
      "SELECT min(date_trunc('milliseconds', read_at)) AS read_at FROM checkout_uz_account_snapshot"
    )
    expect(stored).toEqual({ read_at: new Date(asked ?? "") })
  })

  it("asks anew with another key: what the old one said is another cash desk's", async () => {
    const merchant = await logIn(shop)
    const desk = await otherDesk(shop)
    const { number } = await shop.startedCart()
    await shop.sandbox.pay(number, "drop")
    expect((await overview(merchant)).service?.balance.uzs).toBeGreaterThan(0)
    await setKey(merchant, desk.key)
    expect((await overview(merchant)).service?.balance.uzs).toBe(0)
  })

  it.each([
    ["reset", "service_unreachable"],
    ["http_500", "service_failed"],
  ] as const)(
    "stands while the service fails (%s), and a crowd does not ask in turn",
    async (kind, code) => {
      const merchant = await logIn(shop)
      await shop.sandbox.fault("get_stats", kind, 100)
      const [before] = await calls(shop, ["get_stats"])
      const all = await Promise.all(Array.from({ length: 6 }, () => overview(merchant)))
      for (const { service, problem, days } of all) {
        expect(service).toBeNull()
        expect(problem).toMatchObject({ code })
        expect(days).toHaveLength(30)
      }
      const [after] = await calls(shop, ["get_stats"])
      // One call, which the client repeats twice by itself.
      expect((after ?? 0) - (before ?? 0)).toBe(3)

      await shop.sandbox.clearFaults()
      await eventually(
        () => overview(merchant),
        ({ service }) => service !== null
      )
    }
  )

  it("says what is wrong with the key, and asks nobody", async () => {
    const merchant = await logIn(shop)
    await setKey(merchant, (await otherDesk(shop)).key)
    await shop.sql("UPDATE checkout_uz_api_key SET encrypted = 'v1.bm90aGluZw'")
    const before = await calls(shop)
    const { problem } = await eventually(
      () => overview(merchant),
      ({ service }) => service === null
    )
    expect(problem).toMatchObject({ code: "no_encryption_key" })
    // Another key, such as the configuration's, may be another cash desk's: its books are not shown.
    expect(
      refused(await merchant.get(`${DESK}/history?from=2026-11-01&to=2026-11-30`))
    ).toMatchObject({ status: 409, code: "no_encryption_key" })
    expect(await calls(shop)).toEqual(before)
  })

  it("draws confirmed payments by day in Toshkent and by payment system", async () => {
    const merchant = await logIn(shop)
    const { number } = await shop.startedCart()
    const { number: second } = await shop.startedCart()
    const { number: unpaid } = await shop.startedCart()
    // Midnight in Toshkent is 19:00 UTC.
    await confirmAt(shop, number, "2026-11-01T18:59:59.999Z", "click")
    await confirmAt(shop, second, "2026-11-01T19:00:00Z", null)
    await shop.sql("UPDATE checkout_uz_invoice SET paid_at = ? WHERE number = ?", [
      "2026-11-01T12:00:00Z",
      String(unpaid),
    ])
    const { days } = await overview(merchant, "?from=2026-10-31&to=2026-11-02")
    expect(days).toEqual([
      { day: "2026-10-31", count: 0, amount: 0, by_payment_system: [] },
      {
        day: "2026-11-01",
        count: 1,
        amount: 65_000,
        by_payment_system: [{ payment_system: "click", count: 1, amount: 65_000 }],
      },
      {
        day: "2026-11-02",
        count: 1,
        amount: 65_000,
        by_payment_system: [{ payment_system: null, count: 1, amount: 65_000 }],
      },
    ])
    const [last] = (await overview(merchant, "?from=2026-11-02&to=2026-11-02")).days
    expect(last?.count).toBe(1)

    await shop.sql(
      `INSERT INTO checkout_uz_payout (id, invoice_id, amount, raw_amount, currency_code)
       SELECT 'cupay_1', id, 20000, '{"value":"20000"}', 'uzs' FROM checkout_uz_invoice WHERE number = ?`,
      [String(second)]
    )
    const [net] = (await overview(merchant, "?from=2026-11-02&to=2026-11-02")).days
    expect(net).toMatchObject({ count: 1, amount: 45_000 })
    expect((await overview(merchant, "?from=2025-11-03&to=2026-11-03")).days).toHaveLength(366)
  })

  it("counts a payment in parts once: on each day on which a part came, and in all", async () => {
    const merchant = await logIn(shop)
    const { cart } = await startedInParts(shop)
    await payParts(shop, cart, { upTo: 2 })
    await expectSettledInParts(shop, cart, 2)
    // Of a payment that is not finished one part has come.
    const { cart: unfinished, session } = await startedInParts(shop)
    await payParts(shop, unfinished, { upTo: 1 })
    await untilPartsCame(shop, session.id, 1)
    const { number: single } = await shop.startedCart()
    await confirmAt(shop, single, "2026-11-02T12:00:00Z", "payme")
    const [first, second] = await partsOf(shop, cart)
    const [third] = await partsOf(shop, unfinished)
    await cameAt(shop, first?.number, "2026-11-01T12:00:00Z", "click")
    await cameAt(shop, second?.number, "2026-11-02T12:00:00Z", "click")
    await cameAt(shop, third?.number, "2026-11-02T12:00:00Z", "payme")

    const { days, total } = await overview(merchant, "?from=2026-11-01&to=2026-11-02")
    const part = 6_172_839
    expect(days).toEqual([
      {
        day: "2026-11-01",
        count: 1,
        amount: part,
        by_payment_system: [{ payment_system: "click", count: 1, amount: part }],
      },
      {
        day: "2026-11-02",
        count: 3,
        amount: 2 * part + 65_000,
        by_payment_system: [
          { payment_system: "click", count: 1, amount: part },
          { payment_system: "payme", count: 2, amount: part + 65_000 },
        ],
      },
    ])
    expect(total).toEqual({ count: 3, amount: 3 * part + 65_000 })
    await cameAt(shop, second?.number, "2026-11-01T12:00:00Z", "payme")
    const [together] = (await overview(merchant, "?from=2026-11-01&to=2026-11-01")).days
    // One payment, through two payment systems.
    expect(together?.count).toBe(1)
    expect(together?.by_payment_system.map(({ count }) => count)).toEqual([1, 1])
  })

  it.each([
    "?from=2026-11-02",
    "?to=2026-11-02",
    "?from=2026-11-03&to=2026-11-02",
    "?from=2025-11-02&to=2026-11-03",
    "?from=0000-01-01&to=0000-01-02",
    "?from=2026-02-30&to=2026-03-01",
    "?from=yesterday&to=today",
    "?from=2026-11-01&from=2026-11-02&to=2026-11-03",
  ])("refuses the range %s with one sentence", async (query) => {
    const merchant = await logIn(shop)
    const answer = refused(await merchant.get(`${OVERVIEW}${query}`))
    expect(answer).toMatchObject({ status: 400, type: "invalid_data" })
  })
})

async function overview(merchant: Merchant, query = ""): Promise<Overview> {
  const { status, body } = await merchant.get(`${OVERVIEW}${query}`)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return overviewAnswerSchema.parse(body)
}

function calls(shop: Shop, operations = READS): Promise<number[]> {
  return Promise.all(operations.map((operation) => shop.sandbox.calls(operation)))
}

async function confirmAt(
  shop: Shop,
  number: number,
  at: string,
  system: string | null
): Promise<void> {
  await shop.sql(
    `UPDATE checkout_uz_invoice SET state = 'paid', blocker = 'cart_changed', blocker_since = now(),
            waiting_since = now(), paid_at = ?, payment_system = NULLIF(?, '') WHERE number = ?`,
    [at, system ?? "", String(number)]
  )
}

/** Of an invoice that is paid: when, and through what. */
async function cameAt(
  shop: Shop,
  number: number | undefined,
  at: string,
  system: string
): Promise<void> {
  await shop.sql(
    "UPDATE checkout_uz_invoice SET paid_at = ?, payment_system = ? WHERE number = ?",
    [at, system, String(number)]
  )
}
