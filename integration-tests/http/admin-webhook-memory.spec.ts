import { setTimeout as delay } from "node:timers/promises"
import { expectSettledOnce } from "../setup/books"
import { deskOf } from "../setup/cash-desk"
import { logIn } from "../setup/merchant"
import { describeShop, eventually } from "../setup/shop"
import { announcement, BARE_ADDRESS, ownAddress, postHook } from "../setup/webhooks"

/** Milliseconds after which nobody asks about an announced payment any more. */
const ATTEMPTS_OVER_MS = 16_000

describeShop("what a cash desk remembers of webhooks", {}, (shop) => {
  it("is that they come, and the desk's own id once the service has confirmed the payment", async () => {
    const merchant = await logIn(shop)
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
    const { health, shop_id } = await eventually(
      () => deskOf(merchant),
      (desk) => desk.shop_id !== null
    )
    expect(shop_id).toBe("1")
    expect(health.last_webhook_at).not.toBeNull()
    expect(health).toMatchObject({ paid_count: 1, unnotified_count: 0 })
  })

  it("is not the desk's id that a forger names, before or after the payment", async () => {
    const merchant = await logIn(shop)
    const { cart, session, number } = await shop.startedCart()
    const forged = announcement(number, 65_000, { shop_id: 666 })
    expect(await postHook(shop, BARE_ADDRESS, forged)).toBe(200)
    await eventually(
      () => shop.sql("SELECT id FROM checkout_uz_webhook_delivery"),
      (rows) => rows.length === 1
    )
    await shop.sandbox.pay(number, "drop")
    await shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`)
    await expectSettledOnce(shop, cart)
    await postHook(shop, BARE_ADDRESS, forged)
    await eventually(
      () => shop.sql("SELECT id FROM checkout_uz_webhook_delivery"),
      (rows) => rows.length === 2
    )
    await delay(ATTEMPTS_OVER_MS)
    expect((await deskOf(merchant)).shop_id).toBeNull()
  })

  it("is not that a webhook came, where one only names an invoice that is known to be paid", async () => {
    const merchant = await logIn(shop)
    const { cart, session, number } = await shop.startedCart()
    await shop.sandbox.pay(number, "drop")
    await shop.store.get(`/store/checkout-uz/payment-sessions/${session.id}`)
    await expectSettledOnce(shop, cart)
    await postHook(shop, BARE_ADDRESS, announcement(number, 65_000))
    await eventually(
      () => shop.sql("SELECT id FROM checkout_uz_webhook_delivery"),
      (rows) => rows.length === 1
    )
    await delay(500)
    const { health } = await deskOf(merchant)
    expect(health).toMatchObject({ paid_count: 1, unnotified_count: 1, last_webhook_at: null })
  })

  it("is what the general address told, where it was news", async () => {
    const merchant = await logIn(shop)
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number, "drop")
    await postHook(shop, BARE_ADDRESS, announcement(number, 65_000))
    await expectSettledOnce(shop, cart)
    const { health } = await eventually(
      () => deskOf(merchant),
      (desk) => desk.health.last_webhook_at !== null
    )
    expect(health).toMatchObject({ paid_count: 1, unnotified_count: 0 })
  })

  it("is that the service told of an invoice on its own address, before anything else is known", async () => {
    const merchant = await logIn(shop)
    const { number } = await shop.startedCart()
    await postHook(shop, await ownAddress(shop, number), announcement(number, 65_000))
    await eventually(
      () => deskOf(merchant),
      ({ health }) => health.last_webhook_at !== null
    )
    expect(
      await shop.sql("SELECT state FROM checkout_uz_invoice WHERE notified_at IS NOT NULL")
    ).toEqual([{ state: "pending" }])
    expect((await deskOf(merchant)).shop_id).toBeNull()
  })
})
