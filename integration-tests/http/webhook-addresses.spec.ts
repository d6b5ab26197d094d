import type { IPaymentModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { expectSettledOnce, rowsIn } from "../setup/books"
import { paidCart } from "../setup/paid-carts"
import { describeShop, eventually } from "../setup/shop"
import { BARE_ADDRESS, CORE_ADDRESS, keptDeliveries, ownAddress, resendTo } from "../setup/webhooks"

describeShop("whichever address a webhook arrives at", {}, (shop) => {
  afterEach(async () => {
    await shop.sandbox.settings({ webhook_url: null })
  })

  it("a webhook on the cash desk's general address settles", async () => {
    await shop.sandbox.settings({ webhook_url: `${shop.baseUrl}${BARE_ADDRESS}` })
    const { cart, number } = await paidCart(shop)
    await resendTo(shop, "cash_desk", number)
    await expectSettledOnce(shop, cart)
    expect(await keptDeliveries(shop, number)).toMatchObject([{ tokenMatched: false }])
  })

  it("a webhook on Medusa's own address settles, five seconds later", async () => {
    await shop.sandbox.settings({ webhook_url: `${shop.baseUrl}${CORE_ADDRESS}` })
    const { cart, number } = await paidCart(shop)
    await resendTo(shop, "cash_desk", number)
    await expectSettledOnce(shop, cart)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
  })

  it("webhooks on the general and the invoice's own address are one order", async () => {
    await shop.sandbox.settings({ webhook_url: `${shop.baseUrl}${BARE_ADDRESS}` })
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    await eventually(
      () => keptDeliveries(shop, number),
      (kept) => kept.length === 2
    )
    await expectSettledOnce(shop, cart)
    expect(await rowsIn(shop, "order")).toBe(1)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
  })

  it("webhooks on Medusa's own and the invoice's own address are one order", async () => {
    const payment: IPaymentModuleService = shop.container.resolve(Modules.PAYMENT)
    const handledByCore = jest.spyOn(payment, "getWebhookActionAndData")
    await shop.sandbox.settings({ webhook_url: `${shop.baseUrl}${CORE_ADDRESS}` })
    const { cart, number } = await shop.startedCart()
    await shop.sandbox.pay(number)
    const before = await expectSettledOnce(shop, cart)

    // Only core's own handler tells that the five seconds are over.
    await eventually(
      () => Promise.resolve(handledByCore.mock.results.length),
      (calls) => calls === 1
    )
    const result: unknown = await handledByCore.mock.results[0]?.value
    expect(result).toEqual({ action: "not_supported" })
    handledByCore.mockRestore()
    expect(await expectSettledOnce(shop, cart)).toEqual(before)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(1)
  })

  it("GET on a webhook address answers 200, for panels that try it", async () => {
    const { number } = await shop.startedCart()
    for (const path of [BARE_ADDRESS, await ownAddress(shop, number)]) {
      expect((await fetch(`${shop.baseUrl}${path}`)).status).toBe(200)
    }
    expect(await shop.sandbox.calls("status_payment", number)).toBe(0)
  })
})
