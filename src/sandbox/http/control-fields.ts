import { z } from "zod"
import { largestAmount, tiyinOf } from "../core/money"
import { bookedAs, isPaymentSystemKey } from "../core/payment-systems"
import type { CashDesk, Delivery } from "../core/state"
import { webhookBody } from "../core/webhooks"
import { settingsRecord } from "./control-settings"

export const payFields = z.strictObject({
  payment_system: z
    .string({ error: "must be a payment system's key" })
    .transform(bookedAs)
    .refine(isPaymentSystemKey, { error: "is not a known payment system" })
    .optional(),
  webhook: z
    .enum(["send", "drop", "twice"], { error: 'must be "send", "drop" or "twice"' })
    .optional(),
  webhook_after_seconds: z
    .int({ error: "must be a whole number of seconds" })
    .min(0, { error: "must not be negative" })
    .max(3_600, { error: "must be at most one hour" })
    .optional(),
  amount: z
    .number({ error: "must be a number" })
    .transform((amount) => tiyinOf(amount) ?? 0)
    .refine((tiyin) => tiyin > 0, { error: "must be above 0, with at most 2 decimals" })
    .refine((tiyin) => tiyin <= 100 * largestAmount, { error: "must be at most 1000000000" })
    .optional(),
  when: z
    .enum(["now", "last_second", "after_lifetime"], {
      error: 'must be "now", "last_second" or "after_lifetime"',
    })
    .optional(),
})

export const clockFields = z.strictObject({
  advance_seconds: z
    .int({ error: "must be a whole number of seconds" })
    .min(0, { error: "must not be negative" })
    .max(315_360_000, { error: "must be at most ten years" }),
})

export const cashDeskFields = z.strictObject({
  key: z
    .string({ error: "must be a string" })
    .regex(/^[\w.~+/=-]{1,200}$/, { error: "must be 1 to 200 characters of a Bearer token" })
    .optional(),
  name: z
    .string({ error: "must be a string" })
    .min(1, { error: "must not be empty" })
    .max(100, { error: "must be at most 100 characters" })
    .optional(),
})

export const deliveryRecord = (delivery: Delivery) => ({
  n: delivery.n,
  order_id: delivery.invoice.number,
  cash_desk: delivery.invoice.cashDeskId,
  source: delivery.source,
  url: delivery.url,
  at: new Date(delivery.sentAt).toISOString(),
  state: delivery.state,
  status: delivery.status,
  answer: delivery.answer,
  answered_at: delivery.answeredAt === null ? null : new Date(delivery.answeredAt).toISOString(),
  error: delivery.error,
  body: webhookBody(delivery),
})

export const deskRecord = (desk: CashDesk) => ({
  id: desk.id,
  name: desk.name,
  key: desk.key,
  settings: settingsRecord(desk.settings),
})
