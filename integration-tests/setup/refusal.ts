import { z } from "zod"
import { OTHER_PROVIDER_ID, PROVIDER_ID, type Shop } from "./shop"

const refusalSchema = z.object({ type: z.string(), message: z.string() })

/** Why a payment session was not started, as the storefront is told. */
export type Refusal = { status: number; type: string; message: string }

/**
 * Tries to start a payment session that must be refused, and holds the answer against what every
 * refusal is: one sentence, and no key in it.
 */
export async function refusedSession(
  shop: Shop,
  collectionId: string,
  { provider = PROVIDER_ID, data = {} }: { provider?: string; data?: Record<string, unknown> } = {}
): Promise<Refusal> {
  const path = `/store/payment-collections/${collectionId}/payment-sessions`
  const { status, body } = await shop.store.post(path, { provider_id: provider, data })
  if (status < 400) throw new Error(`The session was started: ${JSON.stringify(body)}`)
  const { type, message } = refusalSchema.parse(body)
  expect(message).toMatch(/^[A-Z][^\n]+\.$/)
  expect(message).not.toMatch(/[.!?]\s+[A-Z]/)
  expect(JSON.stringify(body)).not.toMatch(/key-[\w-]*\d|sandbox-key|Bearer/)
  expect(await sessionsOf(shop, collectionId)).toEqual([])
  return { status, type, message }
}

/** The providers of the sessions a collection has. */
export async function sessionsOf(shop: Shop, collectionId: string): Promise<unknown[]> {
  const rows = await shop.sql(
    "SELECT provider_id FROM payment_session WHERE payment_collection_id = ? AND deleted_at IS NULL",
    [collectionId]
  )
  return rows.map((row) => row["provider_id"])
}

/** Whatever is wrong with our provider, the shop goes on selling with another one. */
export async function expectOtherProviderSells(shop: Shop): Promise<void> {
  const cart = await shop.readyCart()
  await shop.store.startSession(cart.collectionId, OTHER_PROVIDER_ID)
  const completed = await shop.store.post(`/store/carts/${cart.id}/complete`)
  expect(completed).toMatchObject({
    status: 200,
    body: { type: "order", order: { total: cart.total } },
  })
}
