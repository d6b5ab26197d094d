import { expectOtherProviderSells, logged, refusedSession } from "../setup/refusal"
import { describeShop } from "../setup/shop"

// As an unset environment variable arrives.
const plugin = { webhookBaseUrl: "" }

describeShop("a shop without its public address", { plugin }, (shop) => {
  it("starts, sells by other providers, and ours answers what to set where", async () => {
    const cart = await shop.readyCart()
    expect(await refusedSession(shop, cart.collectionId)).toEqual({
      status: 502,
      code: "unavailable",
      log: logged(
        "Checkout.uz does not know where to announce payments: set webhookBaseUrl, the public address of this server, in the options of medusa-payment-checkout-uz in medusa-config."
      ),
    })
    expect(await shop.sandbox.calls("create_payment")).toBe(0)
    await expectOtherProviderSells(shop)
  })
})
