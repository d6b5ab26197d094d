import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { expectNothingCaptured, expectSettledOnce } from "../setup/books"
import { paidCart } from "../setup/paid-carts"
import { describeShop } from "../setup/shop"
import {
  announcement,
  BARE_ADDRESS,
  keptDeliveries,
  ownAddress,
  postHook,
  resendTo,
} from "../setup/webhooks"

const KILOBYTE = 1024

describeShop("whatever a webhook brings", {}, (shop) => {
  afterEach(async () => {
    await shop.sandbox.settings({ webhook_url: null })
  })

  it("a webhook settles whatever content type it claims", async () => {
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json; charset=koi8-r",
      "multipart/form-data; boundary=x",
      "no/thing; ???",
      null,
    ]
    for (const contentType of types) {
      const { cart, number } = await paidCart(shop)
      const body = announcement(number, cart.total)
      expect(await postHook(shop, await ownAddress(shop, number), body, contentType)).toBe(200)
      await expectSettledOnce(shop, cart)
    }
  })

  it("a body that is not JSON answers 400, one over 64 KB 413, and neither does anything", async () => {
    const { cart, number } = await paidCart(shop)
    const own = await ownAddress(shop, number)
    const text = JSON.stringify(announcement(number, cart.total))
    for (const path of [own, BARE_ADDRESS]) {
      for (const broken of ["", "paid", text.slice(0, -1), `${text}}`, "order_id=1&status=paid"]) {
        expect(await postHook(shop, path, broken)).toBe(400)
      }
      expect(await postHook(shop, path, text.padEnd(64 * KILOBYTE + 1))).toBe(413)
    }
    await expectNothingCaptured(shop, cart)
    expect(await keptDeliveries(shop, number)).toHaveLength(0)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(0)

    expect(await postHook(shop, own, text.padEnd(64 * KILOBYTE))).toBe(200)
    await expectSettledOnce(shop, cart)
  })

  it("JSON that announces no payment answers 200 and does nothing", async () => {
    const { cart, number } = await paidCart(shop)
    const own = await ownAddress(shop, number)
    const paid = announcement(number, cart.total)
    const bodies: unknown[] = [
      { ...paid, event: "payment_refunded" },
      { ...paid, data: null },
      { ...paid, data: [paid.data] },
      ...[`-${number}`, `${number}.5`, `${number}x`, "", null, true, [number], 1e300].map(
        (order_id) => ({ ...paid, data: { ...paid.data, order_id } })
      ),
      [],
      [paid],
      {},
      "null",
      "true",
      "7",
      '"paid"',
      "[".repeat(30_000) + "]".repeat(30_000),
      '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000),
      `{"__proto__":${JSON.stringify(paid)}}`,
      `{"event":"payment_confirmed","data":{"__proto__":{"order_id":${number}}}}`,
    ]
    for (const body of bodies) {
      for (const path of [own, BARE_ADDRESS]) expect(await postHook(shop, path, body)).toBe(200)
    }
    await expectNothingCaptured(shop, cart)
    expect(await keptDeliveries(shop, number)).toHaveLength(0)
    expect(await shop.sandbox.calls("status_payment", number)).toBe(0)
    expect(Object.prototype).not.toHaveProperty("data")
    expect(Object.prototype).not.toHaveProperty("order_id")
  })

  it("odd text in a webhook does no harm: it settles and is kept byte for byte", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`
    const oddities: [string, string][] = [
      ['"payment_system":"cl\\u0000ick"', '"note":"\\u0000"'],
      ['"payment_system":"\\ud800"', '"note":"\\udfff"'],
      ['"payment_system":{}', `"note":${deep}`],
      ['"__proto__":{"polluted":1}', '"constructor":{"prototype":{"polluted":1}}'],
      [`"payment_system":"${"x".repeat(60_000)}"`, '"note":1'],
      ['"webhook_type":[],"shop_id":{},"payment_system":7', '"status":1'],
    ]
    for (const [top, inside] of oddities) {
      const { cart, number } = await paidCart(shop)
      const own = await ownAddress(shop, number)
      const body = `{"event":"payment_confirmed",${top},"data":{"order_id":"${number}",${inside}}}`
      expect(await postHook(shop, own, body)).toBe(200)
      await expectSettledOnce(shop, cart)
      expect(await keptDeliveries(shop, number)).toEqual([{ body, tokenMatched: true }])
    }
    expect(Object.prototype).not.toHaveProperty("polluted")
  })

  it("a webhook that cannot be stored settles all the same", async () => {
    const { cart, number } = await paidCart(shop)
    await shop.sql(`ALTER TABLE checkout_uz_webhook_delivery RENAME TO elsewhere`)
    const warn = jest.spyOn(shop.container.resolve(ContainerRegistrationKeys.LOGGER), "warn")
    await resendTo(shop, "invoice", number)
    await expectSettledOnce(shop, cart)
    // The reason alone: neither the statement nor the body in it.
    expect(warn.mock.calls).toContainEqual([
      `A webhook about invoice ${number} could not be stored: relation "checkout_uz_webhook_delivery" does not exist`,
    ])
    warn.mockRestore()
    await shop.sql(`ALTER TABLE elsewhere RENAME TO checkout_uz_webhook_delivery`)
    expect(await keptDeliveries(shop, number)).toHaveLength(0)
  })
})
