import { Modules } from "@medusajs/framework/utils"
import { cashDesksAnswerSchema, testAnswerSchema } from "../../src/contract"
import { fingerprint } from "../../src/modules/checkout-uz/cash-desks/entries"
import {
  CHORSU,
  DESK,
  deskOf,
  KEY,
  KEYS_IN_THE_ADMIN,
  otherDesk,
  refused,
  setKey,
} from "../setup/cash-desk"
import { databaseText, findLeaks, recordAnswers } from "../setup/leaks"
import { listenToLog } from "../setup/log"
import { logIn } from "../setup/merchant"
import { describeShop, eventually } from "../setup/shop"

const NOBODYS_KEY = "key-nobody-knows-7d1e-8f"

describeShop("the API key of a cash desk", KEYS_IN_THE_ADMIN, (shop) => {
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
    const log = listenToLog(shop)
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
        expect(findLeaks(log.heard().join("\n"), key)).toEqual([])
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
})
