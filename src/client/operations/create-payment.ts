import { z } from "zod"
import { parseAnswer, type Answer } from "../answer"
import { RefusedError } from "../errors"
import { invoiceNumberSchema, parseInvoiceNumber } from "../invoice-number"
import { isInvoiceable, uzsSchema, uzsToWireNumber } from "../money"
import {
  isRecord,
  ownField,
  parseCount,
  readBy,
  successSchema,
  textOrUndefined,
  textSchema,
} from "../schema"
import type { Service } from "../service"
import type { CreatedInvoice, CreatePaymentInput } from "../types"

const OPERATION = "create_payment"

/** Seconds; what the service has always given when it gave something (docs/service.md, 2.9). */
const ASSUMED_LIFETIME_SECONDS = 3600
/** Seconds. A longer life than a year is a mistake, and would not fit into a date. */
const LONGEST_LIFETIME_SECONDS = 366 * 86_400

/** As all that were ever seen, with room to spare: they are stored, shown and merged into other objects. */
const PAYMENT_SYSTEM_KEY = /^[\w.-]{1,40}$/
const MOST_PAY_VIA = 30
const MOST_CUSTOM_PAGES = 30

function parseHttpAddress(value: unknown): string | undefined {
  if (typeof value !== "string" || !URL.canParse(value)) return undefined
  const { protocol, href } = new URL(value)
  // What was judged is what is handed on: `href`, not a text that a browser may read another way.
  return protocol === "https:" || protocol === "http:" ? href : undefined
}

function isPayVia(entry: [string, unknown]): entry is [string, string] {
  const [key, url] = entry
  // Callers merge this into other objects, where `__proto__` would be no mere key.
  return typeof url === "string" && PAYMENT_SYSTEM_KEY.test(key) && key !== "__proto__"
}

function readPayVia(value: unknown): Record<string, string> {
  const entries = Object.entries(isRecord(value) ? value : {})
  return Object.fromEntries(entries.filter(isPayVia).slice(0, MOST_PAY_VIA))
}

const pageSchema = z
  .object({ domain: textSchema, _url: textSchema })
  .transform(({ domain, _url }) => ({ domain, url: _url }))

function readPages(value: unknown): { domain: string; url: string }[] {
  if (!Array.isArray(value)) return []
  const pages = value.flatMap((page) => {
    const read = pageSchema.safeParse(page)
    return read.success ? [read.data] : []
  })
  return pages.slice(0, MOST_CUSTOM_PAGES)
}

function readLifetime(value: unknown): number | undefined {
  const seconds = parseCount(ownField(value, "_second"))
  if (seconds === undefined || seconds === 0) return undefined
  return seconds <= LONGEST_LIFETIME_SECONDS ? seconds : undefined
}

// Strict where money hangs on it, lenient elsewhere: an invoice refused for a side field would stay
// payable at the service without anybody here knowing it.
const answerSchema = z.object({
  status: successSchema,
  payment: z.object({
    _id: invoiceNumberSchema,
    _uuid: textSchema,
    _url: readBy(parseHttpAddress, "an http(s) address"),
    _amount: uzsSchema,
    _status: z.string(),
    _pay_via: z.unknown().optional().transform(readPayVia),
    custom_payment_pages: z.unknown().optional().transform(readPages),
    _return_url: z.unknown().optional().transform(textOrUndefined),
    _lifteme: z.unknown().optional().transform(readLifetime),
  }),
})

/**
 * Reads the answer of `/create_payment`.
 * @throws MalformedAnswerError with the invoice's number where that one could be read
 */
export function parseCreatePaymentAnswer(answer: Answer): CreatedInvoice {
  // Money invariant: an invoice whose answer is refused can be paid all the same, so it is named.
  const number = parseInvoiceNumber(ownField(ownField(answer.body, "payment"), "_id"))
  const { payment } = parseAnswer(OPERATION, answerSchema, answer, number)
  return {
    number: payment._id,
    uuid: payment._uuid,
    paymentUrl: payment._url,
    amount: payment._amount,
    status: payment._status,
    payVia: payment._pay_via,
    customPaymentPages: payment.custom_payment_pages,
    returnUrl: payment._return_url,
    lifetimeSeconds: payment._lifteme ?? ASSUMED_LIFETIME_SECONDS,
    lifetimeAssumed: payment._lifteme === undefined,
  }
}

/** Blank fields are left out: a blank return address is not an address (docs/service.md, 2.4). */
function bodyOf(input: CreatePaymentInput) {
  const optional = {
    description: textOrUndefined(input.description),
    webhook_url: textOrUndefined(input.webhookUrl),
    return_url: textOrUndefined(input.returnUrl),
  }
  const given = Object.entries(optional).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const]
  )
  return { amount: uzsToWireNumber(input.amount), ...Object.fromEntries(given) }
}

/**
 * `/create_payment`: makes an invoice. Sent once, since each call makes another. The echoed amount
 * is for the caller to compare.
 * @throws RefusedError, without a call, for an amount outside 1,000 to 10,000,000 UZS or with more
 * than two decimals; CheckoutUzError otherwise.
 */
export async function createPayment(
  service: Service,
  input: CreatePaymentInput
): Promise<CreatedInvoice> {
  if (!isInvoiceable(input.amount)) {
    const message =
      "an invoice is 1,000 to 10,000,000 UZS with at most two decimals; nothing was sent"
    throw new RefusedError({ operation: OPERATION, message })
  }
  const invoice = parseCreatePaymentAnswer(await service.ask(OPERATION, bodyOf(input)))
  if (invoice.lifetimeAssumed) {
    service.logger.warn(
      `${OPERATION}: invoice ${invoice.number} came without a lifetime, ${ASSUMED_LIFETIME_SECONDS} seconds are assumed`
    )
  }
  return invoice
}
