import { z } from "zod"
import type { Shop } from "./shop"

export const CARD = { card_number: "8600 0000 0000 0001", card_expiry: "12/39" }
export const CODE = "123456"
export const ATTEMPTS = 8

/** A shop in which few cards can be tried. */
export const TAKES_CARDS = { plugin: { limits: { cardAttempts: ATTEMPTS } } }

const startedSchema = z.strictObject({
  message: z.string(),
  seconds_left: z.number().int().min(290).max(300),
  phone: z.null(),
})
export const refusalSchema = z.looseObject({
  code: z.string(),
  message: z.string(),
  tries_left: z.number().optional(),
})

/** The two steps of a card payment, as a customer takes them. */
export function cardPayments(shop: Shop) {
  const submit = (sessionId: string, card: object = CARD) =>
    shop.store.post(`/store/checkout-uz/payment-sessions/${sessionId}/card`, card)
  const confirm = (sessionId: string, body: object) =>
    shop.store.post(`/store/checkout-uz/payment-sessions/${sessionId}/card/confirm`, body)

  /** The first step, which must succeed. */
  async function sendCode(sessionId: string): Promise<void> {
    const answer = await submit(sessionId)
    expect(answer.status).toBe(200)
    startedSchema.parse(answer.body)
  }
  return { submit, confirm, sendCode }
}
