import { Router, type Request, type Response } from "express"
import { errorStatus } from "../../assumptions"
import type { Outcome } from "../../core/outcome"
import type { CashDesk } from "../../core/state"
import { bodyText } from "../../http/body"
import * as calls from "../../http/control-calls"

/** A form that was sent from the start page. */
type Press = { context: calls.ControlContext; desk: CashDesk; form: URLSearchParams }

/** A field as the control calls take it: a number where it is one. */
const valueOf = (text: string): unknown => {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return text === "true" ? true : text === "false" ? false : text
}

const fieldsOf = (
  form: URLSearchParams,
  names: readonly string[],
  read: (text: string) => unknown = valueOf
) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = (form.get(name) ?? "").trim()
      return text === "" ? [] : [[name, read(text)] as const]
    })
  )

/** As {@link fieldsOf}, where digits are a text too, such as in a name. */
const textsOf = (form: URLSearchParams, names: readonly string[]) =>
  fieldsOf(form, names, (text) => text)

/** Seconds by which "in a minute" is late. */
const LATE_SECONDS = 60

const paymentOf = (form: URLSearchParams) => ({
  ...textsOf(form, ["payment_system"]),
  ...fieldsOf(form, ["amount"]),
  ...(form.get("webhook") === "late"
    ? { webhook_after_seconds: LATE_SECONDS }
    : textsOf(form, ["webhook"])),
})

const settingsOf = (form: URLSearchParams) => ({
  ...fieldsOf(form, [
    "lifetime_seconds",
    "accept_late_payment",
    "fiscal_delay_seconds",
    "card_delay_seconds",
    "pay_at_creation",
  ]),
  ...textsOf(form, ["status_after_lifetime", "types"]),
  webhook_url: form.get("webhook_url")?.trim() || null,
  ip_whitelist: (form.get("ip_whitelist") ?? "").split(/[\s,]+/).filter(Boolean),
  methods: form.getAll("methods"),
})

type Action = { section: string; press: (press: Press) => Outcome<unknown> }

/** What each button of the start page does, by the last part of its address: a control call, and no more. */
const ACTIONS: Readonly<Record<string, Action>> = {
  pay: {
    section: "payments",
    press: ({ context, desk, form }) =>
      calls.pay(context, desk, form.get("id") ?? "", paymentOf(form)),
  },
  resend: {
    section: "webhooks",
    press: ({ context, desk, form }) => calls.resendWebhook(context, desk, form.get("n") ?? ""),
  },
  clock: {
    section: "time",
    press: ({ context, form }) => calls.letTimePass(context, fieldsOf(form, ["advance_seconds"])),
  },
  fault: {
    section: "failures",
    press: ({ desk, form }) =>
      calls.orderFault(desk, fieldsOf(form, ["operation", "kind", "times", "delay_ms"])),
  },
  "no-faults": { section: "failures", press: ({ desk }) => calls.removeFaults(desk) },
  settings: {
    section: "settings",
    press: ({ desk, form }) => calls.putSettings(desk, settingsOf(form)),
  },
  "cash-desk": {
    section: "cash-desks",
    press: ({ context, form }) => calls.addCashDesk(context, textsOf(form, ["name", "key"])),
  },
  reset: { section: "payments", press: ({ context }) => calls.emptyAll(context) },
}

/** What to do with a form of the start page: show the page anew, or say on it why nothing was done. */
export type Shown = { problem: string | null; status: number; desk: CashDesk | undefined }

/** The buttons of the start page; each leads back to it, so that a reload presses nothing again. */
export const actionRoutes = (
  contextOf: (request: Request) => calls.ControlContext,
  refuse: (request: Request, response: Response, shown: Shown) => void
): Router => {
  const router = Router()
  for (const [name, { section, press }] of Object.entries(ACTIONS)) {
    router.post(`/${name}`, (request, response) => {
      const context = contextOf(request)
      const desk = calls.chosenDesk(context.state, request.query["cash_desk"])
      const form = new URLSearchParams(bodyText(request))
      const outcome = desk.ok ? press({ context, desk: desk.value, form }) : desk
      if (outcome.ok) {
        const stays = desk.ok && context.state.cashDesks.includes(desk.value)
        const query = stays ? `?cash_desk=${desk.value.id}` : ""
        response.redirect(303, `/${query}#${section}`)
      } else {
        const status = errorStatus[outcome.kind]
        refuse(request, response, {
          problem: outcome.message,
          status,
          desk: desk.ok ? desk.value : undefined,
        })
      }
    })
  }
  return router
}
