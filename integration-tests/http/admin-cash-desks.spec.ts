import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { cashDesksAnswerSchema, testAnswerSchema } from "../../src/contract"
import { fingerprint } from "../../src/modules/checkout-uz/cash-desks/entries"
import { Encryption } from "../../src/modules/checkout-uz/credentials/encryption"
import reencryptApiKeys from "../../src/scripts/reencrypt-api-keys"
import { expectSettledOnce } from "../setup/books"
import { DESK, deskOf, otherDesk, readDesk, refused, setKey } from "../setup/cash-desk"
import { databaseText, findLeaks, recordAnswers } from "../setup/leaks"
import { logIn } from "../setup/merchant"
import { refusedSession } from "../setup/refusal"
import { describeShop, eventually, type Shop } from "../setup/shop"

const NEW_ENCRYPTION_KEY = "an-encryption-key-of-the-tests"
const OLD_ENCRYPTION_KEY = "an-older-encryption-key-of-the-tests"
const KEY = "sandbox-key"
const CHORSU = "/admin/checkout-uz/cash-desks/chorsu"
const NOBODYS_KEY = "key-nobody-knows-7d1e-8f"

const plugin = { encryptionKeys: [NEW_ENCRYPTION_KEY, OLD_ENCRYPTION_KEY] }
const providers = [{ id: "chorsu", options: { cashDesk: "chorsu" } }]

describeShop("the API key of a cash desk", { plugin, providers }, (shop) => {
  afterEach(async () => {
    jest.restoreAllMocks()
    await shop.sandbox.clearFaults()
    await shop.sandbox.settings({ ip_whitelist: null })
  })

  it("is nobody's without a login, and no route tells an unknown desk from a wrong name", async () => {
    const merchant = await logIn(shop)
    const routes = [
      ["GET", ""],
      ["GET", "/main"],
      ["POST", "/main"],
      ["DELETE", "/main"],
      ["DELETE", "/main/retired-keys"],
      ["POST", "/main/test"],
      ["GET", "/main/overview"],
    ] as const
    for (const [method, path] of routes) {
      const address = `${shop.baseUrl}/admin/checkout-uz/cash-desks${path}`
      expect((await fetch(address, { method })).status).toBe(401)
    }
    for (const handle of ["nowhere", "no%20such%20desk", "%00"]) {
      const path = `/admin/checkout-uz/cash-desks/${handle}`
      const answers = [
        await merchant.get(path),
        await merchant.post(path, { api_key: KEY }),
        await merchant.remove(path),
        await merchant.remove(`${path}/retired-keys`),
        await merchant.post(`${path}/test`),
        await merchant.get(`${path}/overview`),
      ]
      expect(answers.map(refused)).toEqual(
        answers.map(() => ({
          status: 404,
          type: "not_found",
          message: "There is no such cash desk.",
        }))
      )
    }
  })

  it("is the configuration's until one is set, and a desk without any says so", async () => {
    const merchant = await logIn(shop)
    const { body } = await merchant.get("/admin/checkout-uz/cash-desks")
    const { cash_desks: desks, ...rest } = cashDesksAnswerSchema.parse(body)
    expect(rest).toEqual({
      service_url: `${shop.sandbox.url}/api/v1`,
      can_encrypt: true,
      configuration_problem: null,
    })
    expect(desks).toMatchObject([
      {
        handle: "main",
        configured: true,
        provider_ids: ["pp_checkout-uz_main"],
        regions: [{ id: shop.regionId }],
        key: { source: "configuration", last_four: "-key", set_by: null },
        retired_keys: [],
        webhook_url: `${shop.baseUrl}/hooks/checkout-uz/main`,
      },
      {
        handle: "chorsu",
        key: { source: "none", configuration_has_one: false },
        health: { last_problem: { code: "no_key" } },
      },
    ])
    expect(refused(await merchant.post(`${CHORSU}/test`))).toMatchObject({
      status: 409,
      code: "no_key",
    })
  })

  it("that is set in the admin makes the next invoice, and is nowhere in clear", async () => {
    const answers = recordAnswers(() => shop.baseUrl)
    const logged = listenToLog(shop)
    try {
      const merchant = await logIn(shop)
      const desk = await otherDesk(shop)
      const shown = await setKey(merchant, ` ${desk.key}\n`)
      expect(shown.key).toMatchObject({
        source: "admin",
        last_four: "w4Xz",
        set_by: { id: merchant.id, email: merchant.email },
        configuration_has_one: true,
      })
      const { number } = await shop.startedCart()
      expect((await desk.sandbox.payments()).map(({ id }) => id)).toEqual([number])
      const rows = await shop.sql("SELECT key_fingerprint FROM checkout_uz_invoice")
      expect(rows).toEqual([{ key_fingerprint: fingerprint(desk.key) }])

      await merchant.post(DESK, { api_key: NOBODYS_KEY })
      for (const key of [desk.key, NOBODYS_KEY]) {
        expect(findLeaks(answers.text(), key)).toEqual([])
        expect(findLeaks(await databaseText(shop), key)).toEqual([])
        expect(findLeaks(logged(), key)).toEqual([])
      }
    } finally {
      answers.restore()
    }
  })

  it("names who set it", async () => {
    const merchant = await logIn(shop)
    await setKey(merchant, (await otherDesk(shop)).key)
    const user = await shop.container
      .resolve(Modules.USER)
      .createUsers({ email: "egasi@example.uz" })
    await shop.sql("UPDATE checkout_uz_api_key SET set_by = ?", [user.id])
    const later = await eventually(
      () => deskOf(merchant),
      ({ key }) => key.set_by?.id === user.id
    )
    expect(later.key.set_by).toEqual({ id: user.id, email: "egasi@example.uz", name: null })
  })

  it.each([
    ["that is refused", { api_key: NOBODYS_KEY }, "key_refused"],
    ["with a blank in it", { api_key: "two words" }, undefined],
    ["that is empty", { api_key: "  " }, undefined],
    ["that is none", {}, undefined],
  ])("%s is not saved, and the one before stays in force", async (_, body, code) => {
    const merchant = await logIn(shop)
    const desk = await otherDesk(shop)
    await setKey(merchant, desk.key)
    const before = await shop.sql("SELECT fingerprint, in_force_since FROM checkout_uz_api_key")
    const answer = refused(await merchant.post(DESK, body))
    expect(answer).toMatchObject({ status: 400, type: "invalid_data" })
    expect(answer.code).toBe(code)
    expect(await shop.sql("SELECT fingerprint, in_force_since FROM checkout_uz_api_key")).toEqual(
      before
    )
    const { number } = await shop.startedCart()
    expect((await desk.sandbox.payments()).map(({ id }) => id)).toEqual([number])
  })

  it("of a desk whose whitelist lacks this server is not saved, and the address is named", async () => {
    const merchant = await logIn(shop)
    const desk = await otherDesk(shop)
    await desk.sandbox.settings({ ip_whitelist: ["203.0.113.9"] })
    const answer = refused(await merchant.post(DESK, { api_key: desk.key }))
    expect(answer).toMatchObject({ status: 409, code: "address_not_allowed", type: "not_allowed" })
    expect(answer.message).toContain("outgoing address")
    expect(answer.message).toContain("127.0.0.1")
    expect((await deskOf(merchant)).key.source).toBe("configuration")
  })

  it.each([
    ["reset", "service_unreachable"],
    ["hang", "service_unreachable"],
    ["http_500", "service_failed"],
    ["html", "service_failed"],
  ] as const)("is not saved while the service fails (%s)", async (kind, code) => {
    const merchant = await logIn(shop)
    const desk = await otherDesk(shop)
    await desk.sandbox.fault("get_payment_methods", kind, 10)
    expect(refused(await merchant.post(DESK, { api_key: desk.key }))).toMatchObject({
      status: 502,
      code,
    })
    expect((await deskOf(merchant)).key.source).toBe("configuration")
  })

  it("goes back to the configuration's, and open invoices are asked about with their own", async () => {
    const merchant = await logIn(shop)
    const desk = await otherDesk(shop)
    await setKey(merchant, desk.key)
    const { cart, session, number } = await shop.startedCart()
    const removed = readDesk(await merchant.remove(DESK))
    expect(removed.key).toMatchObject({ source: "configuration", last_four: "-key", set_at: null })
    expect(removed.retired_keys).toEqual([
      { fingerprint: fingerprint(desk.key), last_four: "w4Xz", open_invoices: 1 },
    ])
    // Removed twice is removed.
    expect(readDesk(await merchant.remove(DESK)).key.source).toBe("configuration")

    await desk.sandbox.pay(number, "drop")
    await shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`)
    await expectSettledOnce({ ...shop, sandbox: desk.sandbox }, cart)
    const next = await shop.startedCart()
    expect((await shop.sandbox.payments()).map(({ id }) => id)).toContain(next.number)
  })

  it("that was replaced is kept while open invoices need it, also over the hourly tidying", async () => {
    const merchant = await logIn(shop)
    const { cart, session, number } = await shop.startedCart()
    const desk = await otherDesk(shop)
    const shown = await setKey(merchant, desk.key)
    expect(shown.retired_keys).toEqual([
      { fingerprint: fingerprint(KEY), last_four: "-key", open_invoices: 1 },
    ])
    await shop.sql("UPDATE checkout_uz_api_key SET updated_at = now() - interval '2 hours'")
    await prune(shop)
    const rows = await shop.sql(
      "SELECT fingerprint FROM checkout_uz_api_key ORDER BY in_force_since NULLS LAST"
    )
    expect(rows).toEqual([
      { fingerprint: fingerprint(desk.key) },
      { fingerprint: fingerprint(KEY) },
    ])
    await shop.sandbox.pay(number, "drop")
    await shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`)
    await expectSettledOnce(shop, cart)

    await shop.sql("UPDATE checkout_uz_api_key SET updated_at = now() - interval '2 hours'")
    await prune(shop)
    expect(await shop.sql("SELECT fingerprint FROM checkout_uz_api_key")).toEqual([
      { fingerprint: fingerprint(desk.key) },
    ])
  })

  it("that was only kept is forgotten at once where the merchant says so, the one in force never", async () => {
    const merchant = await logIn(shop)
    const [first, second] = [await otherDesk(shop), await otherDesk(shop)]
    await setKey(merchant, first.key)
    await shop.startedCart()
    await setKey(merchant, second.key)
    const dropped = readDesk(await merchant.remove(`${DESK}/retired-keys`))
    expect(dropped.retired_keys).toEqual([])
    expect(dropped.key).toMatchObject({ source: "admin" })
    const rows = await shop.sql("SELECT fingerprint FROM checkout_uz_api_key")
    expect(rows).toEqual([{ fingerprint: fingerprint(second.key) }])
  })

  it("set by two merchants at once, five times, leaves exactly one in force", async () => {
    const merchant = await logIn(shop)
    const desks = [await otherDesk(shop), await otherDesk(shop)]
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        [...desks, ...desks].map(({ key }) => merchant.post(DESK, { api_key: key }))
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const rows = await shop.sql(
        "SELECT fingerprint FROM checkout_uz_api_key WHERE in_force_since IS NOT NULL"
      )
      expect(rows).toHaveLength(1)
    }
  })

  it("that changes while the service makes an invoice is not the one the invoice is recorded with", async () => {
    const merchant = await logIn(shop)
    const desk = await otherDesk(shop)
    const cart = await shop.readyCart()
    const before = await shop.sandbox.calls("create_payment")
    await shop.sandbox.fault("create_payment", "slow", 1, 2_000)
    const started = shop.store.startSession(cart.collectionId)
    await eventually(
      () => shop.sandbox.calls("create_payment"),
      (calls) => calls > before
    )
    await setKey(merchant, desk.key)
    const [session] = await started
    expect(await shop.sql("SELECT key_fingerprint FROM checkout_uz_invoice")).toEqual([
      { key_fingerprint: fingerprint(KEY) },
    ])
    await shop.sandbox.pay(session?.data.invoice_id ?? 0, "drop")
    await shop.store.get(`/store/checkout-uz/payment-sessions/${session?.id ?? ""}`)
    await expectSettledOnce(shop, cart)
  })

  it("that another server set is in force here within two seconds", async () => {
    const merchant = await logIn(shop)
    const desk = await otherDesk(shop)
    await shop.startedCart()
    await insertKey(shop, desk.key, { inForce: true })
    await eventually(
      () => deskOf(merchant),
      ({ key }) => key.source === "admin",
      2_000
    )
    const { number } = await shop.startedCart()
    expect((await desk.sandbox.payments()).map(({ id }) => id)).toEqual([number])
  })

  it("whose row was moved to another desk opens nothing there, and is not replaced by anything", async () => {
    const merchant = await logIn(shop)
    const desk = await otherDesk(shop)
    await setKey(merchant, desk.key)
    await shop.sql("UPDATE checkout_uz_api_key SET cash_desk = 'chorsu'")
    const chorsu = await eventually(
      () => deskOf(merchant, CHORSU),
      ({ key }) => key.source === "admin"
    )
    expect(chorsu.health.last_problem).toMatchObject({ code: "no_encryption_key" })
    expect(refused(await merchant.post(`${CHORSU}/test`))).toMatchObject({
      status: 409,
      code: "no_encryption_key",
    })
    const cart = await shop.readyCart()
    const refusal = await refusedSession(shop, cart.collectionId, {
      provider: "pp_checkout-uz_chorsu",
    })
    expect(refusal).toMatchObject({ status: 502, code: "unavailable" })
    expect(refusal.log).toContain("encryptionKeys")
    expect(await desk.sandbox.payments()).toEqual([])
  })

  it("has a desk that was refused catch up by itself once another is set", async () => {
    const merchant = await logIn(shop)
    await shop.startedCart()
    await shop.sql(
      `UPDATE checkout_uz_invoice SET last_error = 'refused', next_check_at = now() + interval '8 hours'`
    )
    await shop.sql(
      `INSERT INTO checkout_uz_cash_desk (id, service_url, handle, swept_at, rejected_at, shop_id)
       VALUES ('cudesk_test', ?, 'main', now(), now(), '77')
       ON CONFLICT (service_url, handle) WHERE deleted_at IS NULL
         DO UPDATE SET rejected_at = now(), shop_id = '77'`,
      [`${shop.sandbox.url}/api/v1`]
    )
    expect((await deskOf(merchant)).health.refused_since).not.toBeNull()
    const shown = await setKey(merchant, (await otherDesk(shop)).key)
    expect(shown.health.refused_since).toBeNull()
    // Another key may be another cash desk's.
    expect(shown.shop_id).toBeNull()
    expect(await shop.sql("SELECT next_check_at <= now() AS due FROM checkout_uz_invoice")).toEqual(
      [{ due: true }]
    )
  })

  it("is tested anew each time the merchant asks", async () => {
    const merchant = await logIn(shop)
    const before = await shop.sandbox.calls("get_balance")
    for (let time = 0; time < 2; time++) {
      const { status, body } = await merchant.post(`${DESK}/test`)
      expect(status).toBe(200)
      const { payment_methods: methods } = testAnswerSchema.parse(body)
      expect(methods.find(({ key }) => key === "click")).toMatchObject({ name: "Click" })
    }
    expect(await shop.sandbox.calls("get_balance")).toBe(before + 2)
    await shop.sandbox.settings({ ip_whitelist: ["203.0.113.9"] })
    expect(refused(await merchant.post(`${DESK}/test`))).toMatchObject({
      status: 409,
      code: "address_not_allowed",
    })
    const { health } = await deskOf(merchant)
    expect(health.last_problem).toMatchObject({ code: "address_not_allowed" })
    expect(health.last_problem_at).not.toBeNull()
    await shop.sandbox.settings({ ip_whitelist: null })
    await merchant.post(`${DESK}/test`)
    expect((await deskOf(merchant)).health.last_problem).toBeNull()
  })

  it("is re-encrypted after the encryption key was changed, as often as one likes", async () => {
    const merchant = await logIn(shop)
    const desk = await otherDesk(shop)
    await insertKey(shop, desk.key, { inForce: true, encryptionKey: OLD_ENCRYPTION_KEY })
    await insertKey(shop, "key-of-a-lost-encryption", { encryptionKey: "nobody-has-this-one" })
    const said = listenToLog(shop)
    await reencryptApiKeys({ container: shop.container, args: [] })
    expect(said()).toContain(
      "API keys: 1 re-encrypted, 0 encrypted with the first encryption key already, 1 could not be opened."
    )
    await reencryptApiKeys({ container: shop.container, args: [] })
    expect(said()).toContain("API keys: 0 re-encrypted, 1 encrypted with the first")
    const [row] = await shop.sql(
      "SELECT encrypted FROM checkout_uz_api_key WHERE fingerprint = ?",
      [fingerprint(desk.key)]
    )
    const owner = { serviceUrl: `${shop.sandbox.url}/api/v1`, cashDesk: "main" }
    const onlyNew = new Encryption([NEW_ENCRYPTION_KEY])
    expect(onlyNew.decrypt(String(row?.["encrypted"]), owner)).toBe(desk.key)
    await eventually(
      () => deskOf(merchant),
      ({ key }) => key.source === "admin"
    )
    expect((await merchant.post(`${DESK}/test`)).status).toBe(200)
  })
})

async function insertKey(
  shop: Shop,
  apiKey: string,
  {
    inForce = false,
    encryptionKey = NEW_ENCRYPTION_KEY,
  }: { inForce?: boolean; encryptionKey?: string }
): Promise<void> {
  const serviceUrl = `${shop.sandbox.url}/api/v1`
  const encrypted = new Encryption([encryptionKey]).encrypt(apiKey, {
    serviceUrl,
    cashDesk: "main",
  })
  await shop.sql(
    `INSERT INTO checkout_uz_api_key
            (id, service_url, cash_desk, fingerprint, encrypted, in_force_since)
     VALUES (?, ?, 'main', ?, ?, ${inForce ? "now()" : "NULL"})`,
    [`cukey_${fingerprint(apiKey)}`, serviceUrl, fingerprint(apiKey), encrypted]
  )
}

async function prune(shop: Shop): Promise<void> {
  await shop.container.resolve<{ prune: () => Promise<unknown> }>("checkoutUz").prune()
}

/** Whatever the server's logger is told from now on, until the test ends. */
function listenToLog(shop: Shop): () => string {
  const logger = shop.container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  const heard: string[] = []
  for (const level of ["debug", "info", "warn", "error"] as const) {
    jest.spyOn(logger, level).mockImplementation((...parts: unknown[]) => {
      heard.push(parts.map(String).join(" "))
    })
  }
  return () => heard.join("\n")
}
