import { z } from "zod"
import { settingsAnswerSchema, type Settings } from "../../src/contract"
import { attention, notifications } from "../setup/attention"
import { expectSettledOnce, readBooks } from "../setup/books"
import { refused } from "../setup/cash-desk"
import { COUNTED, stock } from "../setup/faults"
import { logIn, type Merchant } from "../setup/merchant"
import { knownMoneyIsDue, patienceIsOver } from "../setup/patience"
import { orderNumbers, sessionStatus } from "../setup/progress"
import { describeShop, eventually, type ReadyCart, type Shop } from "../setup/shop"

const SETTINGS = "/admin/checkout-uz/settings"

const plugin = { description: "Choynak: {cart_id}", cardPayments: true, parts: { waitHours: 48 } }

describeShop("a choice made in the admin", { plugin }, (shop) => {
  it("is nobody's without a login", async () => {
    for (const method of ["GET", "POST"]) {
      expect((await fetch(`${shop.baseUrl}${SETTINGS}`, { method })).status).toBe(401)
    }
  })

  it("stands over the configuration's, says who made it, and is taken back with null", async () => {
    const merchant = await logIn(shop)
    const before = await settings(merchant)
    expect(before).toMatchObject({
      order_placement: { value: "after_payment", source: "default", set_at: null, set_by: null },
      card_payments: { value: true, source: "configuration" },
      description: { value: "Choynak: {cart_id}", source: "configuration" },
      watch_days: { value: 7, source: "default" },
      alert_language: { value: "en", source: "default" },
      parts_max: { value: 5, source: "default" },
      parts_wait_hours: { value: 48, source: "configuration" },
    })
    const chosen = await choose(merchant, { watch_days: 3, card_payments: false, description: "" })
    expect(chosen).toMatchObject({
      card_payments: { value: false, source: "admin", without_setting: true },
      description: { value: null, source: "admin", without_setting: "Choynak: {cart_id}" },
      watch_days: { value: 3, source: "admin", set_by: { id: merchant.id, email: merchant.email } },
    })
    const inParts = await choose(merchant, { parts_max: 1, parts_wait_hours: 720 })
    expect(inParts).toMatchObject({
      parts_max: { value: 1, source: "admin", without_setting: 5 },
      parts_wait_hours: { value: 720, source: "admin", without_setting: 48 },
    })
    // What is left out stays.
    expect((await choose(merchant, {})).watch_days.value).toBe(3)
    const back = { watch_days: null, card_payments: null, description: null }
    const backInParts = { parts_max: null, parts_wait_hours: null }
    expect(await choose(merchant, { ...back, ...backInParts })).toEqual(before)
  })

  it.each([
    { order_placement: "sometimes" },
    { card_payments: "yes" },
    { watch_days: 0 },
    { watch_days: 366 },
    { watch_days: 1.5 },
    { alert_language: "kaa" },
    { parts_max: 0 },
    { parts_max: 21 },
    { parts_max: "5" },
    { parts_wait_hours: 721 },
    { description: "x".repeat(201) },
    { description: "null \u0000 character" },
    { description: "half \ud800 a character" },
    { colour: "red" },
  ])("%j is refused with one sentence, and nothing is chosen", async (body) => {
    const merchant = await logIn(shop)
    const answer = refused(await merchant.post(SETTINGS, { watch_days: 5, ...body }))
    expect(answer).toMatchObject({ status: 400, type: "invalid_data" })
    expect(await shop.sql("SELECT name FROM checkout_uz_setting")).toEqual([])
  })

  it.each([
    [{ parts_max: 2.5 }, 'The request is wrong: "parts_max": must be a whole number from 1 to 20.'],
    [
      { parts_wait_hours: 0 },
      'The request is wrong: "parts_wait_hours": must be a whole number from 1 to 720.',
    ],
  ])("%j is told its bounds", async (body, message) => {
    const merchant = await logIn(shop)
    expect(refused(await merchant.post(SETTINGS, body)).message).toBe(message)
  })

  it("of a language is that of the bell, which names what is sold out", async () => {
    const merchant = await logIn(shop)
    await choose(merchant, { alert_language: "uz" })
    const { cart, number } = await shop.startedCart(COUNTED)
    await stock(shop, 0)
    await shop.sandbox.pay(number, "drop")
    await shop.store.post(`/store/carts/${cart.id}/complete`, {})
    await patienceIsOver(shop)
    await knownMoneyIsDue(shop)
    const rung = await eventually(
      () => notifications(shop),
      (all) => all.length > 0
    )
    const soldOut = `${number} raqamli invoys toʻlangan, lekin bu mahsulot qolmagan: Koʻk choy №\u00a095, 100 g.`
    expect(JSON.stringify(rung)).toContain(soldOut)
    expect(await attention(shop)).toMatchObject({
      held: [{ reason: "not_completable", lacks: "stock", sold_out: "Koʻk choy №\u00a095, 100 g" }],
      to_do_count: 1,
    })
  })

  it("of a note is on the next invoice's page", async () => {
    const merchant = await logIn(shop)
    await choose(merchant, { description: "Savat {cart_id}" })
    const { cart, number } = await shop.startedCart()
    const requests = await shop.sandbox.requests()
    const created = requests.filter(({ operation }) => operation === "create_payment").at(-1)
    expect(created?.body).toMatchObject({ description: `Savat ${cart.id}` })
    expect(number).toBeGreaterThan(0)
  })

  it("that another server made is in force here within two seconds", async () => {
    await shop.startedCart()
    await shop.sql(
      `INSERT INTO checkout_uz_setting (id, name, chosen, set_by)
       VALUES ('cuset_test', 'description', '{"value": "Boshqa server"}', 'user_1')`
    )
    const next = async () => {
      await shop.startedCart()
      const requests = await shop.sandbox.requests()
      return requests.filter(({ operation }) => operation === "create_payment").at(-1)?.body
    }
    await eventually(
      next,
      (body) => z.looseObject({ description: z.literal("Boshqa server") }).safeParse(body).success
    )
  })

  it("to place orders first takes the very next cart, and it is captured once when it is paid", async () => {
    const merchant = await logIn(shop)
    const { cart, session, number } = await shop.startedCart()
    expect(await complete(shop, cart)).toBe("cart")
    await choose(merchant, { order_placement: "before_payment" })
    // The same cart, which was under way before the choice.
    expect(await complete(shop, cart)).toBe("order")
    expect((await sessionStatus(shop, session.id)).status).toBe("awaiting_payment")
    const [row] = await shop.sql("SELECT give_up_at FROM checkout_uz_invoice")
    expect(row?.["give_up_at"]).not.toBeNull()
    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
    expect(await orderNumbers(shop)).toEqual([1])
  })

  it("to wait for the money again loses no order that was placed before", async () => {
    const merchant = await logIn(shop)
    await choose(merchant, { order_placement: "before_payment" })
    const [first, second] = [await shop.startedCart(), await shop.startedCart()]
    expect(await complete(shop, first.cart)).toBe("order")
    expect(await complete(shop, second.cart)).toBe("order")
    await choose(merchant, { order_placement: "after_payment" })

    await shop.sandbox.pay(first.number)
    await expectSettledOnce(shop, first.cart)
    // No webhook: the customer comes back and completes the cart again.
    await shop.sandbox.pay(second.number, "drop")
    expect(await complete(shop, second.cart)).toBe("order")
    await expectSettledOnce(shop, second.cart)

    const third = await shop.startedCart()
    expect(await complete(shop, third.cart)).toBe("cart")
    expect((await readBooks(shop, third.cart)).orders).toEqual([])
    await shop.sandbox.pay(third.number)
    await expectSettledOnce(shop, third.cart)
  })
})

async function settings(merchant: Merchant): Promise<Settings> {
  return settingsAnswerSchema.parse((await merchant.get(SETTINGS)).body).settings
}

async function choose(merchant: Merchant, changes: object): Promise<Settings> {
  const { status, body } = await merchant.post(SETTINGS, changes)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return settingsAnswerSchema.parse(body).settings
}

/** What completing the cart answers with. */
async function complete(shop: Shop, cart: ReadyCart): Promise<string> {
  const body = await shop.store.ok("POST", `/store/carts/${cart.id}/complete`)
  return z.looseObject({ type: z.string() }).parse(body).type
}
