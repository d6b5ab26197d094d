import { Router, type Request, type Response } from "express"
import { errorBody } from "../assumptions"
import type { Context } from "../context"
import { cashDeskById, openCashDesk } from "../core/cash-desks"
import { readFields } from "../core/fields"
import { markPaid } from "../core/invoices"
import { kept } from "../core/log"
import { done, refuse, type Outcome } from "../core/outcome"
import { bookedAs } from "../core/payment-systems"
import { reset, type CashDesk, type Delivery, type Invoice, type State } from "../core/state"
import { answerRefusal } from "./answer"
import { bodyText, jsonObject } from "./body"
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

type ControlCall = {
  request: Request
  desk: CashDesk
  body: Record<string, unknown>
}

const chosenDesk = (state: State, request: Request): Outcome<CashDesk> => {
  const wanted = request.query["cash_desk"]
  const desk = wanted === undefined ? state.cashDesks[0] : cashDeskById(state, Number(wanted))
  return desk ? done(desk) : refuse("not_found", "cash_desk names no cash desk.")
}

const pathNumber = (request: Request, name: string): number => {
  const text = request.params[name] ?? ""
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}

/** A payment by its number; one of another cash desk is unknown, but the sentence says where it is. */
const chosenPayment = (state: State, desk: CashDesk, request: Request): Outcome<Invoice> => {
  const number = pathNumber(request, "id")
  const invoice = state.invoices.get(number)
  if (!invoice) return refuse("not_found", "There is no such payment.")
  if (invoice.cashDeskId === desk.id) return done(invoice)
  return refuse(
    "not_found",
    `There is no such payment in cash desk ${desk.id}; add ?cash_desk=${invoice.cashDeskId}.`
  )
}

/** The control calls: no key, JSON, an empty body counts as `{}`, `?cash_desk=<id>` picks a cash desk. */
export const controlRoutes = (
  context: Context,
  resend: (delivery: Delivery) => Delivery
): Router => {
  const { state } = context
  const router = Router()

  const on = (act: (call: ControlCall) => Outcome<unknown>, status = 200) => {
    return (request: Request, response: Response): void => {
      const desk = chosenDesk(state, request)
      const body = jsonObject(bodyText(request))
      if (!desk.ok) answerRefusal(response, desk)
      else if (!body.ok) answerRefusal(response, body)
      else {
        const answer = act({ request, desk: desk.value, body: body.value })
        if (answer.ok) response.status(status).json(answer.value)
        else answerRefusal(response, answer)
      }
    }
  }
  const shown = (desk: CashDesk, invoice: Invoice, request: Request) =>
    controlRecord(desk, invoice, context.publicUrl(request), context.now())

  const pay = ({ request, desk, body }: ControlCall): Outcome<unknown> => {
    const found = chosenPayment(state, desk, request)
    if (!found.ok) return found
    const fields = readFields(payFields, body)
    if (!fields.ok) return fields
    const system = fields.value.payment_system ?? bookedAs(desk.settings.methods[0] ?? "click")
    const paid = markPaid(state, desk, found.value, { system }, context.now())
    if (!paid.ok) return refuse("conflict", paid.message)
    context.announce(paid.value, fields.value.webhook)
    return done(shown(desk, paid.value, request))
  }

  router.post("/payments/:id/pay", on(pay))
  router.get(
    "/payments",
    on(({ request, desk }) => {
      const own = [...state.invoices.values()].filter((invoice) => invoice.cashDeskId === desk.id)
      return done(own.map((invoice) => shown(desk, invoice, request)))
    })
  )
  router.get(
    "/payments/:id",
    on(({ request, desk }) => {
      const found = chosenPayment(state, desk, request)
      return found.ok ? done(shown(desk, found.value, request)) : found
    })
  )
  router.put(
    "/settings",
    on(({ desk, body }) => {
      const fields = readFields(settingsFields, body)
      if (!fields.ok) return fields
      changeSettings(desk, fields.value)
      return done(settingsRecord(desk.settings))
    })
  )
  router.post(
    "/faults",
    on(({ desk, body }) => {
      const fields = readFields(faultFields, body)
      if (!fields.ok) return fields
      const { operation, kind, rate = 1, delay_ms: delayMs = 0 } = fields.value
      // One call by default; a share of all calls goes on until it is taken back.
      const times = fields.value.times ?? (fields.value.rate === undefined ? 1 : Infinity)
      const ordered = { operation, kind, times, rate, delayMs, hits: 0 }
      desk.faults.push(ordered)
      return done(faultRecord(ordered))
    }, 201)
  )
  router.get(
    "/faults",
    on(({ desk }) => done(desk.faults.map(faultRecord)))
  )
  router.delete(
    "/faults",
    on(({ desk }) => {
      const removed = desk.faults.length
      desk.faults = []
      return done({ removed })
    })
  )
  router.post(
    "/clock",
    on(({ body }) => {
      const fields = readFields(clockFields, body)
      if (!fields.ok) return fields
      state.clockAheadMs += fields.value.advance_seconds * 1000
      return done({
        now: new Date(context.now()).toISOString(),
        ahead_seconds: state.clockAheadMs / 1000,
      })
    })
  )
  router.get(
    "/requests",
    on(({ desk }) =>
      done(
        kept(state.requests)
          .filter(({ cashDeskId }) => cashDeskId === desk.id || cashDeskId === null)
          .map(({ operation, body, at, status, fault }) => ({
            operation,
            body: body === null ? null : (JSON.parse(body) as unknown),
            at: new Date(at).toISOString(),
            status,
            ...(fault === null ? {} : { fault }),
          }))
      )
    )
  )
  router.get(
    "/webhooks",
    on(({ desk }) =>
      done(
        kept(state.deliveries)
          .filter(({ invoice }) => invoice.cashDeskId === desk.id)
          .map(deliveryRecord)
      )
    )
  )
  router.post(
    "/webhooks/:n/resend",
    on(({ request, desk }) => {
      const n = pathNumber(request, "n")
      const logged = kept(state.deliveries).find((delivery) => delivery.n === n)
      return logged?.invoice.cashDeskId === desk.id
        ? done(deliveryRecord(resend(logged)))
        : refuse("not_found", "There is no such webhook.")
    })
  )
  router.get(
    "/cash-desks",
    on(() => done(state.cashDesks.map(deskRecord)))
  )
  router.post(
    "/cash-desks",
    on(({ body }) => {
      const fields = readFields(cashDeskFields, body)
      if (!fields.ok) return fields
      const desk = openCashDesk(state, fields.value)
      return desk.ok ? done(deskRecord(desk.value)) : desk
    }, 201)
  )
  router.post(
    "/reset",
    on(() => {
      reset(state, context.firstKey)
      return done({ status: "success" })
    })
  )
  router.use((_request, response) => {
    response.status(404).json(errorBody("There is no such control call."))
  })
  return router
}
