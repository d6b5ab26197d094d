import { z } from "zod"
import type { Shop } from "./shop"

/** The plugin's address for the cash desk's general webhook setting. */
export const BARE_ADDRESS = "/hooks/checkout-uz/main"
/** Medusa's own address; what arrives there is handled five seconds later. */
export const CORE_ADDRESS = "/hooks/payment/checkout-uz_main"

/** The path of an invoice's own webhook address, with its token. */
export async function ownAddress(shop: Shop, number: number): Promise<string> {
  const { webhook_url } = await shop.sandbox.payment(number)
  if (webhook_url === null) throw new Error(`Invoice ${number} has no webhook address of its own.`)
  return new URL(webhook_url).pathname
}

/** The body of a webhook (docs/service.md, 7.6) as anybody can write it. Amount in UZS. */
export function announcement(number: number, amount: number, changes: object = {}) {
  return {
    webhook_type: "version_1_1",
    status: "success",
    event: "payment_confirmed",
    payment_system: "click",
    shop_id: 1,
    data: {
      order_id: number,
      amount,
      currency: "UZS",
      status: "paid",
      provider_details: {},
      perform_time: 1_784_000_000_123,
    },
    timestamp: 1_784_000_000,
    ...changes,
  }
}

/**
 * Posts anything to an address of the shop and returns the HTTP status. With `null` no content
 * type is sent.
 */
export async function postHook(
  shop: Shop,
  path: string,
  body: unknown,
  contentType: string | null = "application/json"
): Promise<number> {
  const response = await fetch(`${shop.baseUrl}${path}`, {
    method: "POST",
    headers: contentType === null ? {} : { "content-type": contentType },
    body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
  })
  await response.text()
  return response.status
}

/** Deliveries the plugin has kept about an invoice, as they came. */
export async function keptDeliveries(shop: Shop, number: number) {
  const rows = await shop.sql(
    `SELECT d.body_base64, d.token_matched FROM checkout_uz_webhook_delivery d
       JOIN checkout_uz_invoice i ON i.id = d.invoice_id WHERE i.number = ?`,
    [String(number)]
  )
  return z
    .array(z.object({ body_base64: z.string(), token_matched: z.boolean() }))
    .parse(rows)
    .map(({ body_base64, token_matched }) => ({
      body: Buffer.from(body_base64, "base64").toString("utf8"),
      tokenMatched: token_matched,
    }))
}

/** Delivers the webhook that was dropped to one of its two addresses. */
export async function resendTo(
  shop: Shop,
  source: "cash_desk" | "invoice",
  number: number
): Promise<void> {
  const deliveries = await shop.sandbox.webhooksAbout(number)
  const dropped = deliveries.find((delivery) => delivery.source === source)
  if (!dropped) throw new Error(`No webhook of invoice ${number} was dropped.`)
  await shop.sandbox.resend(dropped.n)
}
