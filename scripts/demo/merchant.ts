import { z } from "zod"
import { call } from "./http"
import { som } from "./progress"
import type { DemoState } from "./state"

const orderSchema = z.object({
  order: z.object({
    display_id: z.number(),
    status: z.string(),
    payment_status: z.string(),
    currency_code: z.string(),
    total: z.number(),
    summary: z.object({ paid_total: z.number() }),
    payment_collections: z.array(z.object({ captured_amount: z.number().nullish() })),
  }),
})
const FIELDS = [
  "display_id,status,payment_status,currency_code,total,summary.*",
  "payment_collections.captured_amount",
].join(",")

/** What the merchant sees in the admin. */
export async function checkOrder(
  state: DemoState,
  orderId: string,
  expectedTotal: number
): Promise<number> {
  const { token } = await call({
    method: "POST",
    url: `${state.medusa_url}/auth/user/emailpass`,
    body: { email: state.admin_email, password: state.admin_password },
    answer: z.object({ token: z.string() }),
  })
  const { order } = await call({
    method: "GET",
    url: `${state.medusa_url}/admin/orders/${orderId}?fields=${encodeURIComponent(FIELDS)}`,
    headers: { authorization: `Bearer ${token}` },
    answer: orderSchema,
  })
  const captured = order.payment_collections.reduce((sum, c) => sum + (c.captured_amount ?? 0), 0)
  const wrong = [
    order.status === "canceled" ? "it is cancelled" : "",
    order.payment_status === "captured" ? "" : `its payment is ${order.payment_status}`,
    order.currency_code === "uzs" ? "" : `it is in ${order.currency_code}`,
    order.total === expectedTotal ? "" : `its total is ${som(order.total)}`,
    order.summary.paid_total === expectedTotal ? "" : `${som(order.summary.paid_total)} are paid`,
    captured === expectedTotal ? "" : `${som(captured)} are captured`,
  ].filter((text) => text !== "")
  if (wrong.length > 0) {
    const text = wrong.join(", ")
    throw new Error(`Order ${orderId} is not as it must be (${som(expectedTotal)}): ${text}.`)
  }
  return order.display_id
}
