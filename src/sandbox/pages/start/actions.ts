import { Router, type Request, type Response } from "express"
import { errorStatus } from "../../assumptions"
import { done, type Outcome } from "../../core/outcome"
import type { CashDesk } from "../../core/state"
import { bodyText } from "../../http/body"
import * as calls from "../../http/control-calls"
import { createPayment } from "../../http/operations"
import { behaviourOf } from "./behaviours"

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

/** A webhook is chosen by what becomes of it, or by the seconds it is late. */
const paymentOf = (form: URLSearchParams) => {
  const webhook = form.get("webhook") ?? ""
  return {
    ...textsOf(form, ["payment_system", "when"]),
    ...fieldsOf(form, ["amount"]),
    ...(/^\d+$/.test(webhook)
      ? { webhook_after_seconds: Number(webhook) }
      : textsOf(form, ["webhook"])),
  }
}

/** An invoice as `/create_payment` makes it, with no key needed here. */
const makeInvoice = ({ context, desk }: Press, body: Record<string, unknown>) =>
  createPayment.run({
    context,
    state: context.state,
    desk,
    body,
    now: context.now(),
    baseUrl: context.baseUrl,
    distortion: null,
  })

const TRIED_AMOUNT = 45_000

/** A new invoice whose card form holds a test card. */
const tryCard = (press: Press): Outcome<string> => {
  const lastDigits = press.form.get("test_card") ?? ""
  const made = makeInvoice(press, {
    amount: TRIED_AMOUNT,
    description: `Test card •• ${lastDigits}`,
  })
  if (!made.ok) return made
  const latest = press.context.state.invoices.get(press.context.state.nextInvoiceNumber - 1)
  return done(`/pay/${latest?.uuid ?? ""}/card?test_card=${encodeURIComponent(lastDigits)}`)
}

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

type Action = {
  section: string
  press: (press: Press) => Outcome<unknown>
  /** Whether what was pressed answers the address to go on to. */
  leadsAway?: true
}

/** What each button of the start page does, by the last part of its address: a call anybody can make. */
const ACTIONS: Readonly<Record<string, Action>> = {
  pay: {
    section: "payments",
    press: ({ context, desk, form }) =>
      calls.pay(context, desk, form.get("id") ?? "", paymentOf(form)),
  },
  invoice: {
    section: "payments",
    press: (press) =>
      makeInvoice(press, {
        ...fieldsOf(press.form, ["amount"]),
        ...textsOf(press.form, ["description", "return_url"]),
      }),
  },
  "try-card": { section: "cards", press: tryCard, leadsAway: true },
  behaviour: {
    section: "behaviours",
    press: ({ desk, form }) => calls.putSettings(desk, behaviourOf(form)),
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
  for (const [name, { section, press, leadsAway }] of Object.entries(ACTIONS)) {
    router.post(`/${name}`, (request, response) => {
      const context = contextOf(request)
      const desk = calls.chosenDesk(context.state, request.query["cash_desk"])
      const form = new URLSearchParams(bodyText(request))
      const outcome = desk.ok ? press({ context, desk: desk.value, form }) : desk
      if (outcome.ok && leadsAway) response.redirect(303, String(outcome.value))
      else if (outcome.ok) {
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
