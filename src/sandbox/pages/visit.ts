import type { Request, RequestHandler, Response } from "express"
import type { Context } from "../context"
import { cashDeskById } from "../core/cash-desks"
import { stageOf } from "../core/invoices"
import { paymentSystem, type PaymentSystem } from "../core/payment-systems"
import type { Refusal } from "../core/outcome"
import { bodyText } from "../http/body"
import { lapsedPage, notFoundPage, paidPage, processingPage, switchedOffPage } from "./outcomes"
import { payPath, type Bill } from "./payment-page"
import { wordsFor } from "./words"

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export const send = (response: Response, page: string, status = 200): void => {
  response
    .status(status)
    .set("Content-Security-Policy", policy)
    .set("Referrer-Policy", "no-referrer")
    .set("X-Content-Type-Options", "nosniff")
    // Going back in the browser must show what is true now, not a form of an invoice that is paid.
    .set("Cache-Control", "no-store")
    .type("html")
    .send(page)
}

export const notFound = (request: Request, response: Response, bill: Bill | null = null): void => {
  send(response, notFoundPage(wordsFor(request), bill), 404)
}

export const billOf = ({ state, now }: Context, request: Request): Bill | null => {
  const invoice = state.invoicesByUuid.get((request.params["uuid"] ?? "").toLowerCase())
  const desk = invoice && cashDeskById(state, invoice.cashDeskId)
  return desk ? { desk, invoice, now: now(), words: wordsFor(request) } : null
}

/** The page of an invoice that is no longer open; null while it is. */
export const endPage = (bill: Bill): string | null => {
  if (bill.invoice.payment) return paidPage(bill, bill.invoice.payment)
  const stage = stageOf(bill.invoice, bill.now)
  if (stage === "processing") return processingPage(bill)
  return stage === "expired" ? lapsedPage(bill) : null
}

/** A refusal in the customer's language. */
export const told = ({ words }: Bill, { reason, message }: Refusal): string =>
  reason === undefined ? message : words.refusals[reason]

export const field = (request: Request, name: string): string =>
  (new URLSearchParams(bodyText(request)).get(name) ?? "").trim()

/** Somebody on the page of a payment system that is switched on. */
export type Visit = { request: Request; response: Response; bill: Bill; system: PaymentSystem }

/** Finds the invoice and the payment system of an address. */
export const onMethod =
  (context: Context, act: (visit: Visit) => void): RequestHandler =>
  (request, response) => {
    const bill = billOf(context, request)
    const system = paymentSystem(request.params["method"] ?? "card")
    if (!bill || !system) {
      notFound(request, response, bill)
    } else if (bill.desk.settings.methods.includes(system.key)) {
      act({ request, response, bill, system })
    } else {
      send(response, endPage(bill) ?? switchedOffPage(bill, system), 404)
    }
  }

/** Shows where the invoice stands after a form was sent; a reload then sends nothing again. */
export const afterForm = ({ response, bill }: Visit): void => {
  response.redirect(303, payPath(bill))
}

/** As {@link afterForm}, where the form paid nothing because the invoice was paid before. */
export const afterLateForm = ({ response, bill, system }: Visit): void => {
  response.redirect(303, `${payPath(bill)}/${system.key}`)
}
