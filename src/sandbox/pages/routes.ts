import { Router, type Request, type Response } from "express"
import type { Context } from "../context"
import { markPaid } from "../core/invoices"
import { paymentSystem } from "../core/payment-systems"
import type { Delivery } from "../core/state"
import { testCards } from "../core/test-cards"
import { chosenDesk } from "../http/control-calls"
import { cardPage } from "./card"
import { cardRoutes } from "./card-routes"
import { choicePage } from "./choice"
import { pageScriptPath, styleSheetPath } from "./layout"
import { logo } from "./logo"
import { methodPage } from "./method"
import { alreadyPaidPage } from "./outcomes"
import { shownState } from "./payment-page"
import { script } from "./script"
import { actionRoutes, type Shown } from "./start/actions"
import { startPage } from "./start/page"
import { startScript, startScriptPath } from "./start/script"
import { styleSheet } from "./styles"
import {
  afterForm,
  afterLateForm,
  billOf,
  endPage,
  notFound,
  onMethod,
  send,
  type Visit,
} from "./visit"
import { languageCookie, pressedLanguage } from "./words"

/** What does not depend on any invoice. */
const assetRoutes = (): Router => {
  const router = Router()
  const assets = [
    [styleSheetPath, "css", styleSheet],
    [pageScriptPath, "js", script],
    [startScriptPath, "js", startScript],
  ] as const
  for (const [path, type, text] of assets) {
    router.get(path, (_request, response) => {
      response.type(type).send(text)
    })
  }
  router.get(/^\/logos\/([a-z]+)-(light|dark)\.svg$/, (request, response) => {
    const system = paymentSystem(request.params["0"] ?? "")
    const ground = request.params["1"] === "dark" ? "dark" : "light"
    if (system) response.type("svg").send(logo(system, ground))
    else notFound(request, response)
  })
  return router
}

/** A language that was pressed is kept, and its address forgotten. */
const keepLanguage = (request: Request, response: Response, next: () => void): void => {
  const language = pressedLanguage(request)
  if (request.method !== "GET" || language === undefined) next()
  else {
    response.cookie(languageCookie, language, { sameSite: "lax", httpOnly: true })
    // An address that begins with two slashes would lead to another host.
    response.redirect(303, request.path.replace(/^\/+/, "/"))
  }
}

const startRoutes = (context: Context, resend: (delivery: Delivery) => Delivery): Router => {
  const { state, now } = context
  const router = Router()
  const showStart = (request: Request, response: Response, { problem, status, desk }: Shown) => {
    const shown = desk ?? state.cashDesks[0]
    const baseUrl = context.publicUrl(request)
    if (!shown) notFound(request, response)
    else send(response, startPage({ state, desk: shown, now: now(), baseUrl, problem }), status)
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
  return router
}

/** The hosted pages (docs/service.md, 2.11) and the start page. All work without scripts. */
export const pageRoutes = (context: Context, resend: (delivery: Delivery) => Delivery): Router => {
  const { state, now, announce } = context
  const router = Router()

  /** The start page leads here with a test card, named by its last digits. */
  const cardOf = ({ query }: Request) => {
    const card = testCards.find(({ number }) => number.slice(-4) === query["test_card"])
    return card ? { number: card.number, expiry: "12/49" } : { number: "", expiry: "" }
  }

  const showMethod = ({ request, response, bill, system }: Visit): void => {
    const open = () =>
      system.key === "card"
        ? cardPage(bill, system, { ...cardOf(request), refusal: null })
        : methodPage(bill, system)
    const { payment } = bill.invoice
    send(response, payment ? alreadyPaidPage(bill, payment) : (endPage(bill) ?? open()))
  }

  /** MONEY: a form sent twice pays once; the second `markPaid` refuses and shows the paid page. */
  const payByMethod = (visit: Visit): void => {
    const { bill, system } = visit
    const paid = markPaid(state, bill.desk, bill.invoice, { system: system.key }, now())
    if (paid.ok) announce(paid.value)
    if (paid.ok || paid.reason !== "invoice_paid") afterForm(visit)
    else afterLateForm(visit)
  }

  router.use(startRoutes(context, resend), keepLanguage, assetRoutes())
  router.get("/pay/:uuid", (request, response) => {
    const bill = billOf(context, request)
    if (bill) send(response, endPage(bill) ?? choicePage(bill))
    else notFound(request, response)
  })
  router.get("/pay/:uuid/state", (request, response) => {
    const bill = billOf(context, request)
    if (bill) response.set("Cache-Control", "no-store").json({ state: shownState(bill) })
    else notFound(request, response)
  })
  router.get("/pay/:uuid/:method", onMethod(context, showMethod))
  router.use(cardRoutes(context))
  router.post("/pay/:uuid/:method", onMethod(context, payByMethod))
  router.use((request, response) => {
    notFound(request, response)
  })
  return router
}
