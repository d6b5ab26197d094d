import { parseInvoiceNumber, type InvoiceNumber } from "./invoice-number"
import { parseUzs, type Uzs } from "./money"
import { isRecord, ownField, parseCount } from "./schema"
import { storableJson } from "./texts"

/** A `payment_confirmed` webhook (docs/service.md, 7.5): a wake-up call, never evidence. */
export type PaymentConfirmed = {
  number: InvoiceNumber
  webhookType: string | undefined
  paymentSystem: string | undefined
  shopId: string | undefined
  amount: Uzs | undefined
  currency: string | undefined
  /** Unix time in milliseconds. */
  performTime: number | undefined
  /** Unix time in seconds. */
  sentAt: number | undefined
  providerDetails: unknown
  /** The whole body, with the fields nobody documented. */
  raw: Record<string, unknown>
}

/** What a delivery to the webhook address is. */
export type WebhookParse =
  | { kind: "payment_confirmed"; webhook: PaymentConfirmed }
  | { kind: "other_event"; event: string }
  | { kind: "unreadable"; reason: string }

function text(value: unknown): string | undefined {
  if (typeof value === "string" && value !== "") return value
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined
}

function read(body: unknown): WebhookParse {
  if (!isRecord(body)) return { kind: "unreadable", reason: "the body is not a JSON object" }
  const event = ownField(body, "event")
  if (typeof event === "string" && event !== "" && event !== "payment_confirmed") {
    return { kind: "other_event", event }
  }
  const data = ownField(body, "data")
  if (!isRecord(data)) return { kind: "unreadable", reason: "data: expected an object" }
  // Money invariant: the invoice is named by data.order_id alone. Ids elsewhere, such as those of
  // a payment system inside provider_details, are other companies' numbers (docs/service.md, 7.9).
  const number = parseInvoiceNumber(ownField(data, "order_id"))
  if (number === undefined) {
    return { kind: "unreadable", reason: "data.order_id: expected an invoice number" }
  }
  return {
    kind: "payment_confirmed",
    webhook: {
      number,
      webhookType: text(ownField(body, "webhook_type")),
      paymentSystem: text(ownField(body, "payment_system")),
      shopId: text(ownField(body, "shop_id")),
      amount: parseUzs(ownField(data, "amount")),
      currency: text(ownField(data, "currency")),
      performTime: parseCount(ownField(data, "perform_time")),
      sentAt: parseCount(ownField(body, "timestamp")),
      providerDetails: ownField(data, "provider_details"),
      raw: body,
    },
  }
}

/**
 * Reads the parsed JSON body of a webhook. Only `data.order_id` has to be right; a wrong type in any
 * other field leaves that field undefined, since a webhook that is lost is never sent again. An
 * `event` that is some other text is told apart. What it hands on can be stored. Never throws,
 * whatever the body.
 */
export function parseWebhook(body: unknown): WebhookParse {
  try {
    return read(storableJson(body))
  } catch {
    return { kind: "unreadable", reason: "the body could not be read" }
  }
}
