import { timingSafeEqual } from "node:crypto"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { parseWebhook, type PaymentConfirmed } from "../../../client"
import {
  CHECKOUT_UZ_MODULE,
  isVerifiable,
  isCashDeskName,
  reasonOf,
  type CheckoutUzModuleService,
  type Invoice,
} from "../../../modules/checkout-uz"
import { settleNotified } from "../../../workflows/webhook/announced"
import { refuse } from "../../http-errors"

/**
 * Receives a webhook (docs/service.md, 7.2) and answers 200 before anything slow happens: the
 * service never sends it again. The body only names an invoice, which is put at the head of the
 * queue, so that nothing is lost if this server stops now; then it is settled.
 */
export async function receiveWebhook(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const body: unknown = req.body
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const json = parseJson(bytes)
  if (json === undefined) {
    refuse(res, { code: "unreadable_body", message: "The body is not JSON." })
    return
  }
  const parsed = parseWebhook(json.value)
  const cashDesk = req.params["cash_desk"] ?? ""
  if (parsed.kind !== "payment_confirmed" || !isCashDeskName(cashDesk)) {
    res.sendStatus(200)
    return
  }
  const ledger = req.scope.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const invoice = await ledger.invoices.findByNumber(cashDesk, parsed.webhook.number)
  // INVARIANT: a webhook about an invoice that is not ours costs one indexed read and no call out.
  if (!invoice) {
    res.sendStatus(200)
    return
  }
  await ledger.invoices.enqueue(invoice.id)
  res.sendStatus(200)

  const delivery = { bytes, tokenMatched: matches(invoice, req.params["token"]) }
  await handleDelivery(req.scope, invoice, parsed.webhook, delivery)
}

async function handleDelivery(
  container: MedusaContainer,
  invoice: Invoice,
  webhook: PaymentConfirmed,
  delivery: { bytes: Buffer; tokenMatched: boolean }
): Promise<void> {
  const ledger = container.resolve<CheckoutUzModuleService>(CHECKOUT_UZ_MODULE)
  const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
  try {
    await ledger.deliveries.keep({
      cashDesk: invoice.cashDesk,
      invoiceId: invoice.id,
      tokenMatched: delivery.tokenMatched,
      body: delivery.bytes,
    })
    // The token was given to the service alone, so this is its own word that it told of the invoice.
    if (delivery.tokenMatched) await ledger.health.noteNotified(invoice)
    const key = paymentSystemKey(webhook)
    // What a token proves to be the service's own word is not overwritten by somebody else's.
    const believable = delivery.tokenMatched || invoice.paymentSystem === undefined
    if (key !== undefined && believable) await ledger.invoices.recordPaymentSystem(invoice.id, key)
  } catch (error) {
    // The delivery is for the merchant's eyes; the money does not wait for it.
    logger.warn(`A webhook about invoice ${invoice.number} could not be stored: ${reasonOf(error)}`)
  }
  try {
    await settleNotified(container, invoice, { proven: delivery.tokenMatched })
  } catch (error) {
    // The invoice stays at the head of the queue.
    logger.error(
      `Invoice ${invoice.number} was announced as paid and could not be settled: ${String(error)}`
    )
  }
  try {
    await noteBelieved(ledger, invoice, webhook, delivery)
  } catch (error) {
    logger.warn(
      `What a webhook says of cash desk "${invoice.cashDesk}" was not noted: ${reasonOf(error)}`
    )
  }
}

/**
 * Remembers what a webhook says of the cash desk, once the service has confirmed the payment to us.
 * Without the token its body is not believed: anybody can announce a payment that is just being made.
 * That webhooks come at all is believed where one told of a payment that was not known yet, since the
 * general address has no token; anybody can name a paid invoice afterwards.
 */
async function noteBelieved(
  ledger: CheckoutUzModuleService,
  before: Invoice,
  { shopId }: PaymentConfirmed,
  { tokenMatched }: { tokenMatched: boolean }
): Promise<void> {
  if (!tokenMatched && !isVerifiable(before)) return
  const now = await ledger.invoices.find(before.id)
  if (!now || isVerifiable(now)) return
  const id = /^\d{1,20}$/.exec(shopId ?? "")?.[0]
  if (!tokenMatched) await ledger.health.noteNotified(now)
  else if (id !== undefined) await ledger.keys.noteShopId(now, id)
}

/** The payment system's key, if it looks like one: anybody can post here, and merchants read it. */
function paymentSystemKey({ paymentSystem }: PaymentConfirmed): string | undefined {
  return /^[\w-]{1,40}$/.exec(paymentSystem ?? "")?.[0]
}

function matches(invoice: Invoice, token: string | undefined): boolean {
  const expected = Buffer.from(invoice.webhookToken)
  const given = Buffer.from(token ?? "")
  return expected.length === given.length && timingSafeEqual(expected, given)
}

function parseJson(bytes: Buffer): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"))
    return { value }
  } catch {
    return undefined
  }
}

/** Some cash desk panels try the address with GET before they accept it (docs/service.md, 7.11). */
export function answerPing(_req: MedusaRequest, res: MedusaResponse): void {
  res.sendStatus(200)
}
