import { fingerprint } from "../../src/modules/checkout-uz/cash-desks/entries"
import { Encryption } from "../../src/modules/checkout-uz/credentials/encryption"
import reencryptApiKeys from "../../src/scripts/reencrypt-api-keys"
import { expectSettledOnce } from "../setup/books"
import {
  CHORSU,
  DESK,
  deskOf,
  KEY,
  KEYS_IN_THE_ADMIN,
  NEW_ENCRYPTION_KEY,
  OLD_ENCRYPTION_KEY,
  otherDesk,
  readDesk,
  refused,
  setKey,
} from "../setup/cash-desk"
import { listenToLog } from "../setup/log"
import { logIn } from "../setup/merchant"
import { refusedSession } from "../setup/refusal"
import { describeShop, eventually, type Shop } from "../setup/shop"

describeShop("the API key of a cash desk", KEYS_IN_THE_ADMIN, (shop) => {
  afterEach(async () => {
    jest.restoreAllMocks()
    await shop.sandbox.clearFaults()
    await shop.sandbox.settings({ ip_whitelist: null })
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

  it("is re-encrypted after the encryption key was changed, as often as one likes", async () => {
    const merchant = await logIn(shop)
    const desk = await otherDesk(shop)
    await insertKey(shop, desk.key, { inForce: true, encryptionKey: OLD_ENCRYPTION_KEY })
    await insertKey(shop, "key-of-a-lost-encryption", { encryptionKey: "nobody-has-this-one" })
    const log = listenToLog(shop)
    await reencryptApiKeys({ container: shop.container, args: [] })
    expect(log.heard().join("\n")).toContain(
      "API keys: 1 re-encrypted, 0 encrypted with the first encryption key already, 1 could not be opened."
    )
    await reencryptApiKeys({ container: shop.container, args: [] })
    expect(log.heard().join("\n")).toContain("API keys: 0 re-encrypted, 1 encrypted with the first")
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
