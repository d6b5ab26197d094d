import { expectOtherProviderSells, refusedSession } from "../setup/refusal"
import { describeShop } from "../setup/shop"

const plugin = {
  amountRounding: "upwards",
  timeouts: { requestMs: "key-in-a-wrong-place-7" },
  storefrontOrigin: "https://shop.example",
}

describeShop("a shop with wrong options of the plugin", { plugin }, (shop) => {
  it("starts, sells by other providers, and ours answers what is wrong where", async () => {
    const cart = await shop.readyCart()
    const { status, code, log } = await refusedSession(shop, cart.collectionId)
    expect({ status, code }).toEqual({ status: 502, code: "unavailable" })
    expect(log).toMatch(/^The options of medusa-payment-checkout-uz in medusa-config are wrong/m)
    for (const path of ["amountRounding", "timeouts.requestMs", "storefrontOrigin"]) {
      expect(log).toContain(`"${path}"`)
    }
    expect(log).not.toMatch(/upwards|wrong-place|shop\.example/)
    expect(await shop.sandbox.calls("create_payment")).toBe(0)
    await expectOtherProviderSells(shop)
  })

  it("still answers webhooks and the return page, so that nothing else breaks with it", async () => {
    const path = "/hooks/checkout-uz/main"
    expect(await shop.store.post(path, { data: { order_id: 1 } })).toMatchObject({ status: 200 })
    const status = await shop.store.get("/store/checkout-uz/payment-sessions/payses_none")
    expect(status.status).toBe(404)
  })
})
