import { z } from "zod"
import { expectSettledOnce } from "../setup/books"
import { logIn } from "../setup/merchant"
import { expectOtherProviderSells, logged, refusedSession } from "../setup/refusal"
import { describeShop } from "../setup/shop"

/** As Medusa leaves a provider in the database whose entry has left the configuration. */
const GONE = "pp_checkout-uz_gone"
const beforeStart = [`INSERT INTO payment_provider (id, is_enabled) VALUES ('${GONE}', false)`]

const SENTENCE = `Medusa has no payment provider ${GONE} (there is pp_checkout-uz_main): put its entry back under @medusajs/medusa/payment in medusa-config, with the same id, and restart the server.`

describeShop("a shop whose provider entry was taken out", { beforeStart }, (shop) => {
  it("starts no payment with it and says which entry is missing; other providers sell", async () => {
    const cart = await shop.readyCart()
    expect(await refusedSession(shop, cart.collectionId, { provider: GONE })).toEqual({
      status: 502,
      code: "unavailable",
      log: logged(SENTENCE),
    })
    await expectOtherProviderSells(shop)
  })

  it("opens what was paid through it, and refunds it in one sentence: not without its entry", async () => {
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    await expectSettledOnce(shop, cart)
    const [paid] = await shop.sql("UPDATE payment SET provider_id = ? RETURNING id", [GONE])
    const paymentId = z.string().parse(paid?.["id"])
    const [order] = await shop.sql(`SELECT id FROM "order"`)

    const merchant = await logIn(shop)
    expect(await merchant.get(`/admin/orders/${String(order?.["id"])}`)).toMatchObject({
      status: 200,
    })
    expect(await merchant.post(`/admin/payments/${paymentId}/refund`, {})).toMatchObject({
      status: 400,
      body: { code: "wrong_configuration", message: SENTENCE },
    })
    expect(await shop.sql("SELECT id FROM refund")).toEqual([])
  })
})
