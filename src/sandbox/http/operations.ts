import { z } from "zod"
import * as assumed from "../assumptions"
import { balance, fiscalReceipt, history, stats } from "../core/books"
import { confirmCard } from "../card-payments"
import type { Context } from "../context"
import { readCard, startCardPayment } from "../core/cards"
import { readFields } from "../core/fields"
import { createInvoice, findInvoice, markPaid } from "../core/invoices"
import { largestAmount, smallestAmount, tiyinOf, uzsNumber } from "../core/money"
import { done, refuse, type Outcome } from "../core/outcome"
import { usualSystem } from "../core/payment-systems"
import type { CashDesk, FaultKind, Invoice, State } from "../core/state"
import type { Instant } from "../core/time"
import { methodRecord, paymentRecord, statusRecord } from "./records"

/** One authenticated call of an operation. */
export type Call = {
  state: State
  desk: CashDesk
  body: Record<string, unknown>
  now: Instant
  context: Pick<Context, "state" | "now" | "announce" | "schedule">
  baseUrl: string
  /** A fault that alters what is answered, not what is done. */
  distortion: FaultKind | null
}

export type Operation = {
  /** Only those without parameters take none (docs/service.md, 1.3). */
  takesBody: boolean
  run: (call: Call) => Outcome<Record<string, unknown>>
}

const text = (problem = "must be a string") => z.string({ error: problem })
const wholeNumber = z.int({ error: "must be an integer" })

const success = (rest: Record<string, unknown>) => done({ status: "success", ...rest })

/** The invoice as the answer shall show it: altered where a `wrong_id` or `wrong_amount` fault says so. */
const echoed = (invoice: Invoice, distortion: FaultKind | null): Invoice => {
  const more = distortion === "wrong_amount" ? 100 : 0
  return {
    ...invoice,
    number: distortion === "wrong_id" ? invoice.number + 1 : invoice.number,
    tiyin: invoice.tiyin + more,
    payment: invoice.payment && { ...invoice.payment, tiyin: invoice.payment.tiyin + more },
  }
}

export const createFields = z.object({
  amount: z.number({ error: "must be a number" }),
  description: text().optional(),
  webhook_url: text().optional(),
  return_url: text().optional(),
})

export const createPayment: Operation = {
  takesBody: true,
  run: ({ state, desk, body, now, baseUrl, distortion, context }) => {
    const fields = readFields(createFields, body)
    if (!fields.ok) return fields
    const { amount, description, webhook_url: webhookUrl, return_url: returnUrl } = fields.value
    const tiyin = tiyinOf(amount)
    if (tiyin === null) {
      return refuse("invalid", `amount must have at most ${assumed.amountDecimals} decimals.`)
    }
    if (tiyin < smallestAmount || tiyin > largestAmount) {
      const [least, most] = [uzsNumber(smallestAmount), uzsNumber(largestAmount)]
      return refuse("invalid", `amount must be from ${least} to ${most} UZS.`)
    }
    const invoice = createInvoice(
      state,
      desk,
      {
        tiyin,
        description: description ?? null,
        webhookUrl: webhookUrl ?? null,
        returnUrl: returnUrl ?? null,
      },
      now
    )
    if (desk.settings.payAtCreation) {
      const system = usualSystem(desk.settings.methods)
      const paid = markPaid(state, desk, invoice, { system }, now)
      if (paid.ok) context.announce(paid.value)
    }
    return success({ payment: paymentRecord(desk, echoed(invoice, distortion), baseUrl) })
  },
}

export const statusFields = z.object({ id: wholeNumber.optional(), uuid: text().optional() })

const statusPayment: Operation = {
  takesBody: true,
  run: ({ state, desk, body, now, distortion }) => {
    const fields = readFields(statusFields, body)
    if (!fields.ok) return fields
    const { id, uuid } = fields.value
    if ((id === undefined) === (uuid === undefined)) {
      return refuse("invalid", assumed.exactlyOneOfIdAndUuid)
    }
    const found = findInvoice(state, desk, id === undefined ? { uuid: uuid ?? "" } : { number: id })
    if (!found.ok) return found
    return success({ data: statusRecord(desk, echoed(found.value, distortion), now) })
  },
}

export const fiscalFields = z.object({ order_id: wholeNumber })

const getFiscal: Operation = {
  takesBody: true,
  run: ({ state, desk, body, now }) => {
    const fields = readFields(fiscalFields, body)
    if (!fields.ok) return fields
    const found = findInvoice(state, desk, { number: fields.value.order_id })
    return found.ok ? success({ data: fiscalReceipt(desk, found.value, now) }) : found
  },
}

export const cardFields = z.object({
  order_id: wholeNumber,
  card_number: text(),
  card_expiry: text(),
})

const payViaCard: Operation = {
  takesBody: true,
  run: ({ state, desk, body, now }) => {
    const fields = readFields(cardFields, body)
    if (!fields.ok) return fields
    const card = readCard(fields.value.card_number, fields.value.card_expiry)
    if (!card.ok) return card
    const started = startCardPayment(state, desk, fields.value.order_id, card.value, now)
    if (!started.ok) return started
    const message = "A confirmation code was sent by SMS to the phone linked to the card."
    return success({ message, payment_token: started.value.token })
  },
}

export const confirmFields = z.object({
  payment_token: text(),
  sms_code: text().min(1, { error: "must not be empty" }),
})

const confirmCardPayment: Operation = {
  takesBody: true,
  run: ({ context, desk, body }) => {
    const fields = readFields(confirmFields, body)
    if (!fields.ok) return fields
    const { payment_token: token, sms_code: code } = fields.value
    const accepted = confirmCard(context, desk, { token, code })
    return accepted.ok ? success({ type: "success" }) : accepted
  },
}

export const historyFields = z.object({
  limit: z.int({ error: "must be an integer" }).min(1, { error: "must be at least 1" }).optional(),
})

const getHistory: Operation = {
  takesBody: true,
  run: ({ desk, body, now }) => {
    const fields = readFields(historyFields, body)
    if (!fields.ok) return fields
    const invoices = history(desk, fields.value.limit)
    return success({ data: invoices.map((invoice) => statusRecord(desk, invoice, now)) })
  },
}

/** The nine operations (docs/service.md, 1.9), by the last segment of their path. */
export const operations: Record<string, Operation> = {
  create_payment: createPayment,
  status_payment: statusPayment,
  get_fiscal: getFiscal,
  pay_via_card: payViaCard,
  confirm_card_payment: confirmCardPayment,
  get_balance: { takesBody: false, run: ({ desk }) => success({ balance: balance(desk) }) },
  get_history: getHistory,
  get_stats: { takesBody: false, run: ({ desk }) => success({ stats: stats(desk) }) },
  get_payment_methods: {
    takesBody: false,
    run: ({ desk, baseUrl }) =>
      success({ data: desk.settings.methods.map((key) => methodRecord(key, baseUrl)) }),
  },
}
