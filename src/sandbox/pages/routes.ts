import { Router, type Request, type Response } from "express"
import { errorStatus } from "../assumptions"
import type { Context } from "../context"
import { cashDeskById } from "../core/cash-desks"
import {
  confirmCardPayment,
  liveToken,
  readCard,
  sendNewCode,
  startCardPayment,
} from "../core/cards"
import { hasLapsed, markPaid } from "../core/invoices"
import type { Refusal } from "../core/outcome"
import { paymentSystem, type PaymentSystem } from "../core/payment-systems"
import type { CardToken, Delivery } from "../core/state"
import { bodyText } from "../http/body"
import { chosenDesk } from "../http/control-calls"
import { cardPage, codePage } from "./card"
import { choicePage } from "./choice"
import { asServiceForm } from "./card-entry"
import { pageScriptPath, styleSheetPath } from "./layout"
import { logo } from "./logo"
import { methodPage } from "./method"
import { lapsedPage, notFoundPage, paidPage } from "./outcomes"
import { payPath, type Bill } from "./payment-page"
import { script } from "./script"
import { actionRoutes, type Shown } from "./start/actions"
import { startPage } from "./start/page"
import { startScript, startScriptPath } from "./start/script"
import { styleSheet } from "./styles"
import { languageCookie, pressedLanguage, wordsFor } from "./words"

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; form-action 'self'; base-uri 'none'"

/** The start page alone asks for itself anew while it is open. */
const startPolicy = `${policy}; connect-src 'self'`

const send = (response: Response, page: string, status = 200, allowed = policy): void => {
  response
    .status(status)
    .set("Content-Security-Policy", `${allowed}; frame-ancestors 'none'`)
    .set("Referrer-Policy", "no-referrer")
    .set("X-Content-Type-Options", "nosniff")
    // Going back in the browser must show what is true now, not a form of an invoice that is paid.
    .set("Cache-Control", "no-store")
    .type("html")
    .send(page)
}

const notFound = (request: Request, response: Response, bill: Bill | null = null): void => {
  send(response, notFoundPage(wordsFor(request), bill), 404)
}

const billOf = ({ state, now }: Context, request: Request): Bill | null => {
  const invoice = state.invoicesByUuid.get((request.params["uuid"] ?? "").toLowerCase())
  const desk = invoice && cashDeskById(state, invoice.cashDeskId)
  return desk ? { desk, invoice, now: now(), words: wordsFor(request) } : null
}

/** The page of an invoice that is no longer open; null while it is. */
const endPage = (bill: Bill): string | null => {
  if (bill.invoice.payment) return paidPage(bill, bill.invoice.payment)
  return hasLapsed(bill.invoice, bill.now) ? lapsedPage(bill) : null
}

/** A refusal in the customer's language. */
const told = ({ words }: Bill, { reason, message }: Refusal): string =>
  reason === undefined ? message : words.refusals[reason]

const field = (request: Request, name: string): string =>
  (new URLSearchParams(bodyText(request)).get(name) ?? "").trim()

type Visit = { request: Request; response: Response; bill: Bill; system: PaymentSystem }

/** The hosted pages (docs/service.md, 2.11) and the start page. All work without scripts. */
export const pageRoutes = (context: Context, resend: (delivery: Delivery) => Delivery): Router => {
  const { state, now, announce } = context
  const router = Router()

  const onMethod = (act: (visit: Visit) => void) => (request: Request, response: Response) => {
    const bill = billOf(context, request)
    const key = request.params["method"] ?? "card"
    const system = bill?.desk.settings.methods.includes(key) ? paymentSystem(key) : undefined
    if (bill && system) act({ request, response, bill, system })
    else notFound(request, response, bill)
  }

  /** Shows where the invoice stands after a form was sent; a reload then sends nothing again. */
  const afterForm = ({ response, bill }: Visit): void => {
    response.redirect(303, payPath(bill))
  }

  const showMethod = ({ response, bill, system }: Visit): void => {
    const open = () =>
      system.key === "card"
        ? cardPage(bill, system, { number: "", expiry: "", refusal: null })
        : methodPage(bill, system)
    send(response, endPage(bill) ?? open())
  }

  /** MONEY: a form sent twice pays once; the second `markPaid` refuses and shows the paid page. */
  const payByMethod = (visit: Visit): void => {
    const { bill, system } = visit
    const paid = markPaid(state, bill.desk, bill.invoice, { system: system.key }, now())
    if (paid.ok) announce(paid.value)
    afterForm(visit)
  }

  /** Shows the card form again with what went wrong, or the end of an invoice that is not open. */
  const refuseCard = (visit: Visit, refusal: Refusal, number = "", expiry = ""): void => {
    const { response, bill, system } = visit
    if (refusal.reason === "invoice_paid" || refusal.reason === "invoice_lapsed") afterForm(visit)
    else {
      const typed = { number, expiry, refusal: told(bill, refusal) }
      send(response, cardPage(bill, system, typed), errorStatus[refusal.kind])
    }
  }

  const submitCard = (visit: Visit): void => {
    const { request, response, bill } = visit
    const [number, expiry] = [field(request, "card_number"), field(request, "card_expiry")]
    const entry = asServiceForm({ number, expiry })
    const card = readCard(entry.number, entry.expiry)
    const started = card.ok
      ? startCardPayment(state, bill.desk, bill.invoice.number, card.value, now())
      : card
    if (bill.invoice.payment) afterForm(visit)
    else if (started.ok) response.redirect(303, `${payPath(bill)}/card/${started.value.token}`)
    else refuseCard(visit, started, number, expiry)
  }

  const onToken = (act: (visit: Visit, token: CardToken) => void) =>
    onMethod((visit) => {
      const { request, bill } = visit
      const live = liveToken(state, bill.desk, request.params["token"] ?? "", bill.now)
      if (bill.invoice.payment) afterForm(visit)
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
    const paid = confirmCardPayment(state, bill.desk, { token: token.token, code, now: now() })
    if (paid.ok) {
      announce(paid.value)
      afterForm(visit)
    } else if (state.cardTokens.has(token.token)) {
      send(response, codePage(bill, token, told(bill, paid)), errorStatus[paid.kind])
    } else refuseCard(visit, paid)
  }

  const showStart = (request: Request, response: Response, { problem, status, desk }: Shown) => {
    const shown = desk ?? state.cashDesks[0]
    const baseUrl = context.publicUrl(request)
    if (shown)
      send(
        response,
        startPage({ state, desk: shown, now: now(), baseUrl, problem }),
        status,
        startPolicy
      )
    else notFound(request, response)
  }
  router.get("/", (request, response) => {
    const desk = chosenDesk(state, request.query["cash_desk"])
    if (desk.ok) showStart(request, response, { problem: null, status: 200, desk: desk.value })
    else notFound(request, response)
  })
  router.use(
    "/actions",
    actionRoutes(
      (request) => ({ ...context, resend, baseUrl: context.publicUrl(request) }),
      showStart
    )
  )
  // A language that was pressed is kept, and its address forgotten.
  router.use((request, response, next) => {
    const language = pressedLanguage(request)
    if (request.method !== "GET" || language === undefined) next()
    else {
      response.cookie(languageCookie, language, { sameSite: "lax", httpOnly: true })
      response.redirect(303, request.path)
    }
  })
  router.get(styleSheetPath, (_request, response) => {
    response.type("css").send(styleSheet)
  })
  router.get(pageScriptPath, (_request, response) => {
    response.type("js").send(script)
  })
  router.get(startScriptPath, (_request, response) => {
    response.type("js").send(startScript)
  })
  router.get(/^\/logos\/([a-z]+)-(light|dark)\.svg$/, (request, response) => {
    const system = paymentSystem(request.params["0"] ?? "")
    const ground = request.params["1"] === "dark" ? "dark" : "light"
    if (system) response.type("svg").send(logo(system, ground))
    else notFound(request, response)
  })
  router.get("/pay/:uuid", (request, response) => {
    const bill = billOf(context, request)
    if (bill) send(response, endPage(bill) ?? choicePage(bill))
    else notFound(request, response)
  })
  router.get("/pay/:uuid/:method", onMethod(showMethod))
  router.post("/pay/:uuid/card", onMethod(submitCard))
  router.get(
    "/pay/:uuid/card/:token",
    onToken(({ response, bill }, token) => {
      send(response, codePage(bill, token, null))
    })
  )
  router.post("/pay/:uuid/card/:token", onToken(confirmCode))
  router.post("/pay/:uuid/card/:token/new-code", onToken(askForNewCode))
  router.post("/pay/:uuid/:method", onMethod(payByMethod))
  router.use((request, response) => {
    notFound(request, response)
  })
  return router
}
