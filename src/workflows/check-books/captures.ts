import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { settleInvoice } from "../settle-invoice"
import { workflowScope, type WorkflowScope } from "../scope"
import { forEach, OUR_PAYMENTS, pagesSince } from "./pages"

const capturesSchema = z.array(
  z.object({
    id: z.string(),
    payment: z.object({
      id: z.string(),
      provider_id: z.string(),
      payment_session_id: z.string().nullish(),
    }),
  })
)
type Capture = z.infer<typeof capturesSchema>[number]

/** Settles what Medusa has captured and the ledger has not seen, and tells of what nothing stands behind. */
export async function checkCaptures(container: MedusaContainer, since: Date): Promise<void> {
  const scope = workflowScope(container)
  const pages = pagesSince(
    scope,
    "capture",
    ["id", "payment.id", "payment.provider_id", "payment.payment_session_id"],
    { payment: OUR_PAYMENTS },
    { column: "created_at", moment: since }
  )
  await forEach(pages, async (page) => {
    const captures = capturesSchema.parse(page)
    const sessions = captures.flatMap(({ payment }) => payment.payment_session_id ?? [])
    const invoices = await scope.ledger.books.spentBy(sessions)
    const spent = new Map(invoices.map((invoice) => [invoice.spentBySession, invoice]))
    await forEach(captures, async (capture) => {
      const invoice = spent.get(capture.payment.payment_session_id ?? "")
      if (!invoice) await tell(scope, capture)
      else if (invoice.state === "paid") {
        await settleInvoice(container, invoice.id, { urgency: "when_due" })
      }
    })
  })
}

async function tell({ ledger, payment }: WorkflowScope, { payment: { id, provider_id } }: Capture) {
  // One that was given back, such as by a roll-back, has had its money freed.
  const found = await payment.retrievePayment(id, { relations: ["refunds"] })
  if ((found.refunds ?? []).length > 0) return
  const entry = ledger.providerEntries.find(({ providerId }) => providerId === provider_id)
  await ledger.attention.raise({
    kind: "capture_unexplained",
    occasion: `capture:${id}`,
    cashDesk: entry?.cashDesk ?? "main",
    invoiceId: undefined,
    reason: `Medusa has captured payment ${id} by Checkout.uz, and no paid invoice is recorded for it: look at its order, and compare it with the service's dashboard.`,
  })
}
