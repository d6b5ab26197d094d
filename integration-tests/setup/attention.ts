import { z } from "zod"
import { attentionAnswerSchema } from "../../src/contract"
import { strictly } from "./admin-answers"
import { askAdmin } from "./merchant"
import { eventually, type Shop } from "./shop"

export const ATTENTION = "/admin/checkout-uz/attention"

/** The list of what needs the merchant, held against the contract. */
export async function attention(shop: Shop) {
  const answer = await askAdmin(shop, "GET", ATTENTION)
  return strictly(attentionAnswerSchema, answer)
}

/** What the bell of the admin has rung for. */
export async function notifications(shop: Shop): Promise<unknown[]> {
  const rows = await shop.sql(
    "SELECT data FROM notification WHERE channel = 'feed' AND template = 'admin-ui'"
  )
  return rows.map(({ data }) => data)
}

/** Waits until the bell rings with such a title. */
export async function bellSays(shop: Shop, title: RegExp): Promise<void> {
  await eventually(
    () => notifications(shop),
    (all) => all.some((one) => title.test(titleSchema.parse(one).title))
  )
}

const titleSchema = z.object({ title: z.string() })

/** The moves of an invoice, with who made them and what was noted. */
export async function traceOf(shop: Shop, number: number) {
  return shop.sql(
    `SELECT m.from_state || ' > ' || m.to_state AS move, m.actor_id, m.note
       FROM checkout_uz_invoice_transition m JOIN checkout_uz_invoice i ON i.id = m.invoice_id
      WHERE i.number = ?`,
    [String(number)]
  )
}
