import { Router } from "express"
import { errorStatus } from "../assumptions"
import { confirmCard } from "../card-payments"
import type { Context } from "../context"
import { liveToken, readCard, sendNewCode, startCardPayment } from "../core/cards"
import type { Refusal } from "../core/outcome"
import type { CardToken } from "../core/state"
import { cardPage, codePage } from "./card"
import { asServiceForm } from "./card-entry"
import { payPath } from "./payment-page"
import {
  afterForm,
  afterLateForm,
  field,
  notFound,
  onMethod,
  send,
  told,
  type Visit,
} from "./visit"

/** Shows the card form again with what went wrong, or where an invoice stands that is not open. */
const refuseCard = (visit: Visit, refusal: Refusal, number = "", expiry = ""): void => {
  const { response, bill, system } = visit
  switch (refusal.reason) {
    case "invoice_paid":
      afterLateForm(visit)
      return
    case "invoice_lapsed":
    case "invoice_processing":
      afterForm(visit)
      return
    default: {
      const typed = { number, expiry, refusal: told(bill, refusal) }
      send(response, cardPage(bill, system, typed), errorStatus[refusal.kind])
    }
  }
}

/** The card, then the code of its SMS. */
export const cardRoutes = (context: Context): Router => {
  const { state, now } = context
  const router = Router()

  const submitCard = (visit: Visit): void => {
    const { request, response, bill } = visit
    const [number, expiry] = [field(request, "card_number"), field(request, "card_expiry")]
    const entry = asServiceForm({ number, expiry })
    const card = readCard(entry.number, entry.expiry)
    const started = card.ok
      ? startCardPayment(state, bill.desk, bill.invoice.number, card.value, now())
      : card
    if (bill.invoice.payment) afterLateForm(visit)
    else if (started.ok) response.redirect(303, `${payPath(bill)}/card/${started.value.token}`)
    else refuseCard(visit, started, number, expiry)
  }

  const onToken = (act: (visit: Visit, token: CardToken) => void) =>
    onMethod(context, (visit) => {
      const { request, bill } = visit
      const live = liveToken(state, bill.desk, request.params["token"] ?? "", bill.now)
      if (bill.invoice.payment) afterLateForm(visit)
      else if (bill.invoice.processing) afterForm(visit)
      else if (!live.ok) refuseCard(visit, live)
      else if (live.value.invoice === bill.invoice) act(visit, live.value)
      else notFound(request, visit.response, bill)
    })

  const askForNewCode = ({ response, bill }: Visit, token: CardToken): void => {
    const { token: key } = sendNewCode(state, token, now())
    response.redirect(303, `${payPath(bill)}/card/${key}`)
  }

  const confirmCode = (visit: Visit, token: CardToken): void => {
    const { request, response, bill } = visit
    const code = field(request, "sms_code")
    const paid = confirmCard(context, bill.desk, { token: token.token, code })
    if (paid.ok) afterForm(visit)
    else if (state.cardTokens.has(token.token)) {
      send(response, codePage(bill, token, told(bill, paid)), errorStatus[paid.kind])
    } else refuseCard(visit, paid)
  }

  router.post("/pay/:uuid/card", onMethod(context, submitCard))
  router.get(
    "/pay/:uuid/card/:token",
    onToken(({ response, bill }, token) => {
      send(response, codePage(bill, token, null))
    })
  )
  router.post("/pay/:uuid/card/:token", onToken(confirmCode))
  router.post("/pay/:uuid/card/:token/new-code", onToken(askForNewCode))
  // Where a language is pressed on the answer to the form above.
  router.get(
    "/pay/:uuid/card/:token/new-code",
    onToken(({ response, bill }, { token }) => {
      response.redirect(303, `${payPath(bill)}/card/${token}`)
    })
  )
  return router
}
