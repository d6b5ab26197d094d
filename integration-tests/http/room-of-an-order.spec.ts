import { z } from "zod"
import { askAdmin, logIn } from "../setup/merchant"
import { addItem, booksAfterPayment, placedOrder } from "../setup/orders"
import { linkOver } from "../setup/room"
import { expectSameReading } from "../setup/same-reading"
import { describeShop, PROVIDER_ID } from "../setup/shop"
import { customerToken } from "../setup/users"

describeShop("the room of an order", {}, (shop) => {
  afterEach(() => expectSameReading(shop))

  it("is not marked as paid by hand with this provider, and no invoice is made for it", async () => {
    const orderId = await placedOrder(shop)
    await addItem(shop, orderId)
    const rows = await shop.sql(
      "SELECT id FROM payment_collection WHERE status = 'not_paid' AND deleted_at IS NULL ORDER BY created_at DESC"
    )
    const id = z.object({ id: z.string() }).parse(rows[0]).id
    const created = await shop.sandbox.calls("create_payment")
    const answer = await (
      await logIn(shop)
    ).post(`/admin/payment-collections/${id}/mark-as-paid`, {
      order_id: orderId,
      provider_id: PROVIDER_ID,
    })
    expect(answer).toMatchObject({ status: 400, body: { type: "not_allowed" } })
    const { message } = z.object({ message: z.string() }).parse(answer.body)
    expect(message).toMatch(/^A payment by Checkout\.uz [^\n]+\.$/)
    expect(await shop.sandbox.calls("create_payment")).toBe(created)
    expect(
      await shop.sql("SELECT id FROM payment_session WHERE payment_collection_id = ?", [id])
    ).toEqual([])
  })

  it("moves with the order to another customer: its open link is booked there", async () => {
    const orderId = await placedOrder(shop)
    const { number } = await linkOver(shop, orderId)
    await customerToken(shop)
    const [customer] = await shop.sql("SELECT id FROM customer WHERE has_account")
    const path = `/admin/orders/${orderId}/transfer`
    await askAdmin(shop, "POST", path, { customer_id: customer?.["id"] })
    await shop.sandbox.pay(number)
    expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
      captured: 45_000,
      payment_status: "captured",
      summary: { pending_difference: 0 },
    })
  })

  it.each([
    ["completed", ["complete"]],
    ["archived", ["complete", "archive"]],
  ])("books a link that is paid after its order was %s", async (status, steps) => {
    const orderId = await placedOrder(shop)
    const { number } = await linkOver(shop, orderId)
    for (const step of steps) await askAdmin(shop, "POST", `/admin/orders/${orderId}/${step}`)
    await shop.sandbox.pay(number)
    expect(await booksAfterPayment(shop, orderId, number)).toMatchObject({
      status,
      captured: 45_000,
      summary: { pending_difference: 0 },
    })
  })
})
