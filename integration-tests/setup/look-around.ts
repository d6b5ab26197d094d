import { z } from "zod"
import { seedAdminUser } from "../../examples/demo-store/src/seed/admin-user"
import { PROVIDER_ID, type ReadyCart, type Shop } from "./shop"

const ADMIN = { email: "egasi@example.uz", password: "choy-va-non" }

/** Starts a payment session of ours, however that ends. */
export const start = (shop: Shop, cart: ReadyCart) =>
  shop.store.post(`/store/payment-collections/${cart.collectionId}/payment-sessions`, {
    provider_id: PROVIDER_ID,
  })

type Paid = { cart: ReadyCart; orderId: string }

/** Reads what the store's API and the admin's give to read, and undoes the orders. */
export async function lookAround(shop: Shop, allPaid: readonly Paid[]): Promise<void> {
  const { get, post } = shop.store
  await get(`/store/payment-providers?region_id=${shop.regionId}`)
  await get(`/store/checkout-uz/payment-sessions/unknown`)
  for (const { cart, orderId } of allPaid) {
    await get(`/store/carts/${cart.id}`)
    await get(`/store/orders/${orderId}?fields=*payment_collections.payments`)
    await post(`/store/carts/${cart.id}/complete`)
    await start(shop, cart)
  }

  const admin = await signIn(shop)
  const [invoice] = await shop.sql("SELECT id FROM checkout_uz_invoice ORDER BY created_at DESC")
  for (const path of [
    "orders",
    ...allPaid.map(
      ({ orderId }) =>
        `orders/${orderId}?fields=*payment_collections.payment_sessions,*payment_collections.payments`
    ),
    "checkout-uz/invoices",
    `checkout-uz/invoices/${String(invoice?.["id"])}`,
    "checkout-uz/attention",
    "payments",
    "payments/payment-providers",
    "plugins",
    "stores",
    "regions",
    "api-keys",
    "users",
    "workflows-executions?fields=*&limit=100",
  ]) {
    expect(await admin("GET", path)).toBe(200)
  }
  const [payment] = await shop.sql(`SELECT id FROM payment`)
  await admin("POST", `payments/${String(payment?.id)}/refund`, { amount: 1_000 })
  for (const { orderId } of allPaid) await admin("POST", `orders/${orderId}/cancel`)
}

async function signIn(shop: Shop) {
  await seedAdminUser(shop.container, ADMIN.email, ADMIN.password)
  const headers = { "content-type": "application/json" }
  const signedIn = await fetch(`${shop.baseUrl}/auth/user/emailpass`, {
    method: "POST",
    headers,
    body: JSON.stringify(ADMIN),
  })
  const { token } = z.object({ token: z.string() }).parse(await signedIn.json())
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${shop.baseUrl}/admin/${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    await response.text()
    return response.status
  }
}
