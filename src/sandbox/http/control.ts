import { Router, type Request, type Response } from "express"
import { errorBody } from "../assumptions"
import type { Context } from "../context"
import { done, type Outcome } from "../core/outcome"
import type { CashDesk, Delivery } from "../core/state"
import { answerRefusal } from "./answer"
import { bodyText, jsonObject } from "./body"
import * as calls from "./control-calls"
import { deliveryRecord, deskRecord } from "./control-fields"
import { faultRecord, settingsRecord } from "./control-settings"

type ControlCall = {
  context: calls.ControlContext
  desk: CashDesk
  body: Record<string, unknown>
  /** A part of the address; empty where it has none of that name. */
  named: (part: string) => string
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
      const desk = calls.chosenDesk(state, request.query["cash_desk"])
      const body = jsonObject(bodyText(request))
      if (!desk.ok) answerRefusal(response, desk)
      else if (!body.ok) answerRefusal(response, body)
      else {
        const answer = act({
          context: { ...context, resend, baseUrl: context.publicUrl(request) },
          desk: desk.value,
          body: body.value,
          named: (part) => request.params[part] ?? "",
        })
        if (answer.ok) response.status(status).json(answer.value)
        else answerRefusal(response, answer)
      }
    }
  }

  router.post(
    "/payments/:id/pay",
    on(({ context, desk, body, named }) => calls.pay(context, desk, named("id"), body))
  )
  router.get(
    "/payments",
    on(({ context, desk }) => calls.listPayments(context, desk))
  )
  router.get(
    "/payments/:id",
    on(({ context, desk, named }) => calls.showPayment(context, desk, named("id")))
  )
  router.get(
    "/settings",
    on(({ desk }) => done(settingsRecord(desk.settings)))
  )
  router.put(
    "/settings",
    on(({ desk, body }) => calls.putSettings(desk, body))
  )
  router.post(
    "/faults",
    on(({ desk, body }) => calls.orderFault(desk, body), 201)
  )
  router.get(
    "/faults",
    on(({ desk }) => done(desk.faults.map(faultRecord)))
  )
  router.delete(
    "/faults",
    on(({ desk }) => calls.removeFaults(desk))
  )
  router.post(
    "/clock",
    on(({ context, body }) => calls.letTimePass(context, body))
  )
  router.get(
    "/requests",
    on(({ context, desk }) => calls.listRequests(context, desk))
  )
  router.get(
    "/webhooks",
    on(({ desk }) => done(calls.deliveriesOf(state, desk).map(deliveryRecord)))
  )
  router.post(
    "/webhooks/:n/resend",
    on(({ context, desk, named }) => calls.resendWebhook(context, desk, named("n")))
  )
  router.get(
    "/cash-desks",
    on(() => done(state.cashDesks.map(deskRecord)))
  )
  router.post(
    "/cash-desks",
    on(({ context, body }) => calls.addCashDesk(context, body), 201)
  )
  router.post(
    "/reset",
    on(({ context }) => calls.emptyAll(context))
  )
  router.use((_request, response) => {
    response.status(404).json(errorBody("There is no such control call."))
  })
  return router
}
