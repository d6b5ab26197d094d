import type { z } from "zod"
import type { Context } from "../context"
import { cashDeskById, openCashDesk } from "../core/cash-desks"
import { readFields } from "../core/fields"
import { expiresAt, markPaid, stageOf } from "../core/invoices"
import { kept } from "../core/log"
import { done, refuse, type Outcome } from "../core/outcome"
import { usualSystem } from "../core/payment-systems"
import { reset, type CashDesk, type Delivery, type Invoice, type State } from "../core/state"
import {
  cashDeskFields,
  clockFields,
  deliveryRecord,
  deskRecord,
  payFields,
} from "./control-fields"
import {
  changeSettings,
  faultFields,
  faultRecord,
  settingsFields,
  settingsRecord,
} from "./control-settings"
import { controlRecord } from "./records"

/** What every control call works with; `baseUrl` is where customers reach the pages. */
export type ControlContext = Pick<
  Context,
  "state" | "now" | "announce" | "schedule" | "firstKey"
> & {
  resend: (delivery: Delivery) => Delivery
  baseUrl: string
}

type Body = Record<string, unknown>

/** The cash desk of `?cash_desk=`; the first one where none is named. */
export const chosenDesk = (state: State, wanted: unknown): Outcome<CashDesk> => {
  const desk = wanted === undefined ? state.cashDesks[0] : cashDeskById(state, Number(wanted))
  return desk ? done(desk) : refuse("not_found", "cash_desk names no cash desk.")
}

const numberIn = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1)

/** A payment by its number; one of another cash desk is unknown, but the sentence says where it is. */
const chosenPayment = (state: State, desk: CashDesk, id: string): Outcome<Invoice> => {
  const invoice = state.invoices.get(numberIn(id))
  if (!invoice) return refuse("not_found", "There is no such payment.")
  if (invoice.cashDeskId === desk.id) return done(invoice)
  return refuse(
    "not_found",
    `There is no such payment in cash desk ${desk.id}; add ?cash_desk=${invoice.cashDeskId}.`
  )
}

const shown = ({ baseUrl, now }: ControlContext, invoice: Invoice) =>
  controlRecord(invoice, baseUrl, now())

/** Moves the clock forward; it never goes back. */
const moveClock = ({ state, schedule }: ControlContext, milliseconds: number): void => {
  state.clockAheadMs += milliseconds
  schedule.clockMoved()
}

/** Lets time pass up to the last second of an invoice's lifetime, or past its end. */
const waitUntil = (
  context: ControlContext,
  invoice: Invoice,
  when: NonNullable<z.infer<typeof payFields>["when"]>
): Outcome<undefined> => {
  if (when === "now") return done(undefined)
  if (when === "last_second" && stageOf(invoice, context.now()) === "expired") {
    return refuse("conflict", "The invoice's lifetime is over.")
  }
  const end = expiresAt(invoice) + (when === "last_second" ? -1_000 : 1_000)
  moveClock(context, Math.max(0, end - context.now()))
  return done(undefined)
}

/** `POST /sandbox/payments/:id/pay`. */
export const pay = (
  context: ControlContext,
  desk: CashDesk,
  id: string,
  body: Body
): Outcome<unknown> => {
  const found = chosenPayment(context.state, desk, id)
  if (!found.ok) return found
  const fields = readFields(payFields, body)
  if (!fields.ok) return fields
  const system = fields.value.payment_system ?? usualSystem(desk.settings.methods)
  const { amount: tiyin, webhook, webhook_after_seconds: afterSeconds, when } = fields.value
  const waited = when === undefined ? done(undefined) : waitUntil(context, found.value, when)
  if (!waited.ok) return waited
  const paid = markPaid(context.state, desk, found.value, { system, tiyin }, context.now())
  if (!paid.ok) return refuse("conflict", paid.message)
  context.announce(paid.value, webhook, afterSeconds)
  return done(shown(context, paid.value))
}

/** `GET /sandbox/payments`. */
export const listPayments = (context: ControlContext, desk: CashDesk): Outcome<unknown> => {
  const own = [...context.state.invoices.values()].filter(
    ({ cashDeskId }) => cashDeskId === desk.id
  )
  return done(own.map((invoice) => shown(context, invoice)))
}

/** `GET /sandbox/payments/:id`. */
export const showPayment = (
  context: ControlContext,
  desk: CashDesk,
  id: string
): Outcome<unknown> => {
  const found = chosenPayment(context.state, desk, id)
  return found.ok ? done(shown(context, found.value)) : found
}

/** `PUT /sandbox/settings`. */
export const putSettings = (desk: CashDesk, body: Body): Outcome<unknown> => {
  const fields = readFields(settingsFields, body)
  if (!fields.ok) return fields
  changeSettings(desk, fields.value)
  return done(settingsRecord(desk.settings))
}

/** `POST /sandbox/faults`. */
export const orderFault = (desk: CashDesk, body: Body): Outcome<unknown> => {
  const fields = readFields(faultFields, body)
  if (!fields.ok) return fields
  const { operation, kind, rate = 1, delay_ms: delayMs = 0 } = fields.value
  // One call by default; a share of all calls goes on until it is taken back.
  const times = fields.value.times ?? (fields.value.rate === undefined ? 1 : Infinity)
  const ordered = { operation, kind, times, rate, delayMs, hits: 0 }
  desk.faults.push(ordered)
  return done(faultRecord(ordered))
}

/** `DELETE /sandbox/faults`. */
export const removeFaults = (desk: CashDesk): Outcome<unknown> => {
  const removed = desk.faults.length
  desk.faults = []
  return done({ removed })
}

/** Any date is still one, and a card's two-digit year is in this century. */
const farthestAheadMs = 50 * 365 * 86_400_000

/** `POST /sandbox/clock`. */
export const letTimePass = (context: ControlContext, body: Body): Outcome<unknown> => {
  const { state, now } = context
  const fields = readFields(clockFields, body)
  if (!fields.ok) return fields
  const milliseconds = fields.value.advance_seconds * 1000
  if (state.clockAheadMs + milliseconds > farthestAheadMs) {
    return refuse("invalid", "advance_seconds leads more than 50 years ahead; empty the sandbox.")
  }
  moveClock(context, milliseconds)
  return done({ now: new Date(now()).toISOString(), ahead_seconds: state.clockAheadMs / 1000 })
}

/** What a cash desk was asked, and what was asked with no known key; the newest last. */
export const requestsOf = (state: State, desk: CashDesk) =>
  kept(state.requests).filter(({ cashDeskId }) => cashDeskId === desk.id || cashDeskId === null)

/** The webhooks of a cash desk's payments, the newest last. */
export const deliveriesOf = (state: State, desk: CashDesk): Delivery[] =>
  kept(state.deliveries).filter(({ invoice }) => invoice.cashDeskId === desk.id)

const jsonIn = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

/** `GET /sandbox/requests`. */
export const listRequests = ({ state }: ControlContext, desk: CashDesk): Outcome<unknown> =>
  done(
    requestsOf(state, desk).map(({ operation, body, at, status, answer, fault }) => ({
      operation,
      body: jsonIn(body),
      at: new Date(at).toISOString(),
      status,
      answer: jsonIn(answer),
      ...(fault === null ? {} : { fault }),
    }))
  )

/** `POST /sandbox/webhooks/:n/resend`. */
export const resendWebhook = (
  { state, resend }: ControlContext,
  desk: CashDesk,
  n: string
): Outcome<unknown> => {
  const logged = deliveriesOf(state, desk).find((delivery) => delivery.n === numberIn(n))
  return logged
    ? done(deliveryRecord(resend(logged)))
    : refuse("not_found", "There is no such webhook.")
}

/** `POST /sandbox/cash-desks`. */
export const addCashDesk = ({ state }: ControlContext, body: Body): Outcome<unknown> => {
  const fields = readFields(cashDeskFields, body)
  if (!fields.ok) return fields
  const desk = openCashDesk(state, fields.value)
  return desk.ok ? done(deskRecord(desk.value)) : desk
}

/** `POST /sandbox/reset`. */
export const emptyAll = ({ state, schedule, firstKey }: ControlContext): Outcome<unknown> => {
  schedule.clear()
  reset(state, firstKey)
  return done({ status: "success" })
}
