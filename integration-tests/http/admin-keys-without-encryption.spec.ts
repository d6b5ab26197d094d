import { cashDesksAnswerSchema } from "../../src/contract"
import { fingerprint } from "../../src/modules/checkout-uz/cash-desks/entries"
import { Encryption } from "../../src/modules/checkout-uz/credentials/encryption"
import { bellSays } from "../setup/attention"
import { DESK, deskOf, otherDesk, refused } from "../setup/cash-desk"
import { logIn } from "../setup/merchant"
import { refusedSession } from "../setup/refusal"
import { describeShop, eventually } from "../setup/shop"

const plugin = { reconcile: { sweepSeconds: 1 } }

describeShop("a store without an encryption key", { plugin }, (shop) => {
  it("takes no API key in the admin and says which option to add; the configuration's works", async () => {
    const merchant = await logIn(shop)
    const desk = await otherDesk(shop)
    const before = await shop.sandbox.calls("get_balance")
    const answer = refused(await merchant.post(DESK, { api_key: desk.key }))
    expect(answer).toMatchObject({ status: 409, code: "no_encryption_key", type: "not_allowed" })
    expect(answer.message).toContain("encryptionKeys")
    // A key that cannot be kept is not sent around either.
    expect(await shop.sandbox.calls("get_balance")).toBe(before)
    const { body } = await merchant.get("/admin/checkout-uz/cash-desks")
    expect(cashDesksAnswerSchema.parse(body)).toMatchObject({ can_encrypt: false })
    expect(await shop.sql("SELECT id FROM checkout_uz_api_key")).toEqual([])
    await shop.startedCart()
  })

  it("that lost it makes no invoice with the configuration's key instead, and the merchant is told", async () => {
    const merchant = await logIn(shop)
    const desk = await otherDesk(shop)
    const serviceUrl = `${shop.sandbox.url}/api/v1`
    const { number } = await shop.startedCart()
    await shop.sql(
      `INSERT INTO checkout_uz_api_key
              (id, service_url, cash_desk, fingerprint, encrypted, in_force_since, last_four, set_by)
       VALUES ('cukey_test', ?, 'main', ?, ?, now(), 'w4Xz', 'user_1')`,
      [
        serviceUrl,
        fingerprint(desk.key),
        new Encryption(["a-lost-encryption-key"]).encrypt(desk.key, {
          serviceUrl,
          cashDesk: "main",
        }),
      ]
    )
    const shown = await eventually(
      () => deskOf(merchant),
      ({ key }) => key.source === "admin"
    )
    expect(shown.key).toMatchObject({ last_four: "w4Xz", configuration_has_one: true })
    expect(shown.health.last_problem).toMatchObject({ code: "no_encryption_key" })

    const cart = await shop.readyCart()
    const calls = await shop.sandbox.calls("create_payment")
    const refusal = await refusedSession(shop, cart.collectionId)
    expect(refusal).toMatchObject({ status: 502, code: "unavailable" })
    expect(refusal.log).toContain("encryption key")
    expect(await shop.sandbox.calls("create_payment")).toBe(calls)

    // Open invoices made with the configuration's key are asked about with that key all the same.
    await shop.sandbox.pay(number, "drop")
    await eventually(
      () => shop.sql("SELECT state FROM checkout_uz_invoice"),
      ([row]) => row?.["state"] === "settled"
    )
    const alerts = await eventually(
      () => shop.sql("SELECT reason FROM checkout_uz_alert WHERE kind = 'cash_desk_without_key'"),
      (rows) => rows.length > 0
    )
    expect(alerts).toMatchObject([{ reason: shown.health.last_problem?.message }])
    await bellSays(shop, /API key of cash desk “main” cannot be opened/)
  })
})
