import { createRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { exchange, fulfil } from "../setup/after-sales"
import { attention } from "../setup/attention"
import { promotion } from "../setup/cart-changes"
import { waitForBlocker } from "../setup/held"
import { askAdmin, logIn } from "../setup/merchant"
import { changeQuantity, draftOrder, linkIn, orderBooks } from "../setup/orders"
import {
  duePart,
  expectSettledInParts,
  payParts,
  startedInParts,
  startedWith,
  untilPartsCame,
} from "../setup/parts"
import { knownMoneyIsDue, patienceIsOver } from "../setup/patience"
import { invoiceId, sessionStatus, waitForStatus } from "../setup/progress"
import { describeShop, eventually, OTHER_PROVIDER_ID, type Shop } from "../setup/shop"

const PRICE = 45_000

describeShop("a payment in parts beside what else Medusa does", {}, (shop) => {
  /** A cart over 13,500,000 UZS of which half has come. */
  async function halfPaid() {
    const started = await startedWith(shop, String(PRICE), 300)
    const number = await duePart(shop, started.cart, 1)
    await shop.sandbox.pay(number)
    await waitForBlocker(shop, number, "part_paid")
    return { ...started, number }
  }
  const startAgain = async (collectionId: string) => {
    const [session] = await shop.store.startSession(collectionId)
    if (!session) throw new Error("No payment session was started.")
    return session
  }

  it("goes on with what is left once a promotion is added between its parts", async () => {
    const { cart } = await halfPaid()
    await promote(shop, cart.id, 500_000)
    const { data, id } = await startAgain(cart.collectionId)
    await shop.sandbox.pay(data.invoice_id ?? 0)
    await waitForStatus(shop, id, "order_placed")
    await expectSettledInParts(shop, { ...cart, total: cart.total - 500_000 }, 2)
  })

  it("leaves a part over that says so at once, where a promotion took the cart below it", async () => {
    const { cart, number } = await halfPaid()
    await promote(shop, cart.id, 9_000_000)
    const { data, id } = await startAgain(cart.collectionId)
    await laterThisDay(shop)
    await shop.sandbox.pay(data.invoice_id ?? 0)
    await waitForStatus(shop, id, "order_placed")
    await knownMoneyIsDue(shop)
    await waitForBlocker(shop, number, "nothing_owed")
  })

  it("keeps whose money it is, and what it comes to in som, when its cart goes abroad", async () => {
    const { cart, session, number } = await startedInParts(shop)
    await shop.sandbox.pay(number)
    await untilPartsCame(shop, session.id, 1)
    await shop.store.ok("POST", `/store/carts/${cart.id}`, { region_id: await regionAbroad(shop) })
    expect(await sessionStatus(shop, session.id)).toMatchObject({
      amount: 12_345_678,
      currency_code: "uzs",
      payment_url: null,
    })
    const merchant = await logIn(shop)
    const resolve = `/admin/checkout-uz/invoices/${await invoiceId(shop, number)}/resolve`
    await merchant.post(resolve, { action: "retry" })
    await patienceIsOver(shop)
    expect((await attention(shop)).held).toMatchObject([
      {
        reason: "cart_changed",
        customer: { name: "Dilnoza Karimova", phone: "+998901234567" },
      },
    ])
  })

  /** An order over 250 teas of which the half has come, which nobody tries again by itself soon. */
  async function halfPaidOrder() {
    const orderId = await draftOrder(shop)
    await changeQuantity(shop, orderId, { unitPrice: PRICE, quantity: 250 })
    const merchant = await logIn(shop)
    const path = `/admin/checkout-uz/orders/${orderId}/payment-link`
    const first = linkIn(await merchant.post(path)).invoice?.number ?? 0
    await shop.sandbox.pay(first)
    await waitForBlocker(shop, first, "part_paid")
    await laterThisDay(shop)
    return { orderId, merchant, path }
  }

  it("is booked as its merchant asks for a link, where the order was edited to what has come", async () => {
    const { orderId, merchant, path } = await halfPaidOrder()
    await changeQuantity(shop, orderId, { unitPrice: PRICE, quantity: 125 })
    expect(await merchant.post(path)).toMatchObject({ body: { code: "nothing_open" } })
    expect((await orderBooks(shop, orderId)).captured).toBe(125 * PRICE)
  })

  it.each([270, 230])(
    "counts for an order of %i whose payment collection was deleted between its parts",
    async (quantity) => {
      const { orderId, merchant, path } = await halfPaidOrder()
      const rows = await shop.sql(
        "SELECT payment_collection_id AS id FROM order_payment_collection"
      )
      await merchant.remove(`/admin/payment-collections/${String(rows[0]?.["id"])}`)
      await changeQuantity(shop, orderId, { unitPrice: PRICE, quantity })
      const { invoice } = linkIn(await merchant.post(path))
      expect(invoice).toMatchObject({ amount: (quantity - 125) * PRICE, part: { position: 2 } })
      await shop.sandbox.pay(invoice?.number ?? 0)
      const books = await eventually(
        () => orderBooks(shop, orderId),
        ({ payment_status }) => payment_status === "captured"
      )
      expect(books.captured).toBe(quantity * PRICE)
    }
  )

  it("of an exchange's difference is shown with its reason once the exchange is cancelled", async () => {
    const { cart } = await startedInParts(shop)
    await payParts(shop, cart, { upTo: 2 })
    const { orders } = await expectSettledInParts(shop, cart, 2)
    const orderId = orders[0]?.id ?? ""
    await fulfil(shop, orderId)
    const exchangeId = await exchange(shop, orderId, { variantIndex: 0, price: 30_000_000 })
    const merchant = await logIn(shop)
    const path = `/admin/checkout-uz/orders/${orderId}/payment-link`
    const link = linkIn(await merchant.post(path))
    expect(link).toMatchObject({ open_amount: 17_654_322, invoice: { part: { count: 2 } } })
    const number = link.invoice?.number ?? 0
    await shop.sandbox.pay(number)
    await waitForBlocker(shop, number, "part_paid")
    await askAdmin(shop, "POST", `/admin/exchanges/${exchangeId}/cancel`)
    const resolve = `/admin/checkout-uz/invoices/${await invoiceId(shop, number)}/resolve`
    await merchant.post(resolve, { action: "retry" })
    await waitForBlocker(shop, number, "nothing_owed")
    expect((await orderBooks(shop, orderId)).captured).toBe(12_345_678)
  })
})

/** Gives a cart a promotion over an amount in UZS. */
async function promote(shop: Shop, cartId: string, value: number): Promise<void> {
  await shop.store.ok("POST", `/store/carts/${cartId}/promotions`, {
    promo_codes: [await promotion(shop, value)],
  })
}

/** Lets all money that waits have been tried long ago, so that nobody tries it again by itself soon. */
async function laterThisDay(shop: Shop): Promise<void> {
  await shop.sql(
    "UPDATE checkout_uz_invoice SET next_check_at = now() + interval '5 hours' WHERE state = 'paid'"
  )
}

async function regionAbroad(shop: Shop): Promise<string> {
  const { result } = await createRegionsWorkflow(shop.container).run({
    input: {
      regions: [{ name: "Abroad", currency_code: "usd", payment_providers: [OTHER_PROVIDER_ID] }],
    },
  })
  return result[0]?.id ?? ""
}
