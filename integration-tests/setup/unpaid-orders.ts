import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { complete } from "./orders"
import { eventually, PROVIDER_ID, type Shop } from "./shop"

/** The option's value in this shop, in minutes. */
export const CANCEL_AFTER = 45

/** The shop these tests run on: orders come before their money. */
export const CANCELS_UNPAID = {
  plugin: { orderPlacement: "before_payment", unpaidOrders: { cancelAfterMinutes: CANCEL_AFTER } },
}

export type PlacedCart = Awaited<ReturnType<typeof placedCart>>

/** A cart with its order placed and its invoice open. */
export async function placedCart(shop: Shop, variantIndex = 0) {
  const started = await shop.startedCart(variantIndex)
  return { ...started, orderId: await complete(shop, started.cart.id) }
}

/** Moves an order and its invoices into the past, so far that it is due to be cancelled. */
export async function timeIsUp(shop: Shop, { cart, orderId }: PlacedCart): Promise<void> {
  await shop.sql(`UPDATE "order" SET created_at = now() - interval '1 day' WHERE id = ?`, [orderId])
  await shop.sql(
    `UPDATE checkout_uz_invoice
        SET created_at = now() - make_interval(mins => ${60 + CANCEL_AFTER + 1}),
            expires_at = now() - make_interval(mins => ${CANCEL_AFTER + 1}),
            give_up_at = now()
      WHERE payment_collection_id = ?`,
    [cart.collectionId]
  )
}

/** Another invoice for the same order, for another return address; returns its number. */
export async function anotherInvoice(shop: Shop, placed: PlacedCart): Promise<number> {
  const { result } = await createPaymentSessionsWorkflow(shop.container).run({
    input: {
      payment_collection_id: placed.cart.collectionId,
      provider_id: PROVIDER_ID,
      data: { return_url: "http://127.0.0.1:8000/boshqa" },
    },
  })
  return z.object({ invoice_id: z.number() }).parse(result.data).invoice_id
}

/** The status of the order in Medusa. */
export async function statusOf(shop: Shop, { orderId }: { orderId: string }): Promise<unknown> {
  const [order] = await shop.sql(`SELECT status FROM "order" WHERE id = ?`, [orderId])
  return order?.["status"]
}

/** Waits until the order is cancelled. */
export async function untilCanceled(shop: Shop, placed: PlacedCart): Promise<void> {
  await eventually(
    () => statusOf(shop, placed),
    (status) => status === "canceled"
  )
}

/** In how many minutes, rounded, somebody looks at the order again: one entry a reminder. */
export async function reminders(shop: Shop, { cart }: Pick<PlacedCart, "cart">): Promise<number[]> {
  const rows = await shop.sql(
    `SELECT round(extract(epoch FROM give_up_at - now()) / 60)::int AS minutes
       FROM checkout_uz_invoice WHERE payment_collection_id = ? AND give_up_at IS NOT NULL`,
    [cart.collectionId]
  )
  return z
    .array(z.object({ minutes: z.number() }))
    .parse(rows)
    .map(({ minutes }) => minutes)
}
