import type { ProviderWebhookPayload, WebhookActionResult } from "@medusajs/framework/types"
import { parseWebhook } from "../../client"
import { isSpendable, OPEN_STATES } from "../../modules/checkout-uz"
import type { Collaborators } from "./collaborators"
import { deleteOtherSessions, findOurSession, readHome, wasRolledBack } from "./home"

const NOT_SUPPORTED: WebhookActionResult = { action: "not_supported" }

/**
 * What a webhook on Medusa's own address means (service-api.md, Events). The body only names an
 * invoice; whether it is paid is asked at the service, and only about invoices of our own.
 */
export async function webhookAction(
  { ledger, payment, query }: Collaborators,
  cashDesk: string,
  payload: ProviderWebhookPayload["payload"]
): Promise<WebhookActionResult> {
  const parsed = parseWebhook(payload.data)
  if (parsed.kind !== "payment_confirmed") return NOT_SUPPORTED
  const known = await ledger.findInvoiceByNumber(cashDesk, parsed.webhook.number)
  // INVARIANT: a webhook about an invoice that is not ours costs one indexed read and no call out.
  if (!known) return NOT_SUPPORTED

  await ledger.checkSoon(known.id)
  // This address carries no token. Limited, the invoice waits at the head of the queue.
  if (OPEN_STATES.includes(known.state)) {
    const { kind } = await ledger.limits.webhookCall(known)
    if (kind === "limited") return NOT_SUPPORTED
  }
  const { kind, invoice } = await ledger.asking.verify(known.id, { wait: true })
  // As without a token on the plugin's own address: believed where the payment was not known before.
  if (kind === "confirmed" && OPEN_STATES.includes(known.state)) await ledger.noteAnnounced(invoice)
  if (kind !== "confirmed" || !isSpendable(invoice.state, invoice.holdReason)) return NOT_SUPPORTED

  const home = await readHome(query, invoice.paymentCollectionId)
  if (!home || home.order?.canceled || wasRolledBack(home)) return NOT_SUPPORTED
  const session = findOurSession(home, invoice, ledger.providerEntries)
  if (!session) return NOT_SUPPORTED

  const data = { session_id: session.id, amount: invoice.sessionAmount }
  if (home.cart && !home.order) {
    await deleteOtherSessions(payment, home, session.id)
    return { action: "authorized", data }
  }
  return { action: "captured", data }
}
