import { expectOtherProviderSells, logged, refusedSession } from "../setup/refusal"
import { describeShop } from "../setup/shop"

describeShop("a shop without the line of dependencies", { dependencies: [] }, (shop) => {
  it("starts, sells by other providers, and ours answers which three to add where", async () => {
    const cart = await shop.readyCart()
    expect(await refusedSession(shop, cart.collectionId)).toEqual({
      status: 502,
      code: "unavailable",
      log: logged(
        'Payments by Checkout.uz are not set up: add dependencies: ["checkoutUz","payment","query"] beside resolve: "@medusajs/medusa/payment" in medusa-config, and "medusa-payment-checkout-uz" to its plugins.'
      ),
    })
    expect(await shop.sandbox.calls("create_payment")).toBe(0)
    await expectOtherProviderSells(shop)
  })

  it("takes webhooks on both addresses without a complaint", async () => {
    const webhook = { event: "payment_confirmed", data: { order_id: 1 } }
    for (const path of ["/hooks/checkout-uz/main", "/hooks/payment/checkout-uz_main"]) {
      expect(await shop.store.post(path, webhook)).toMatchObject({ status: 200 })
    }
  })
})
