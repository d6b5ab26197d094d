import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { noteRefund, readRefund } from "../../providers/checkout-uz/refund"
import { workflowScope, type WorkflowScope } from "../scope"
import { isJustMade } from "./just-made"
import { forEach, OUR_PAYMENTS, pagesSince } from "./pages"
import { squareRefunds } from "./square-refunds"

const refundsSchema = z.array(
  z.object({
    id: z.string(),
    created_at: z.coerce.date(),
    payment: z.object({ payment_collection_id: z.string() }),
  })
)

/**
 * Finishes what Medusa has refunded and a dying server left half done: puts on the list of pay-outs what
 * the ledger does not know of, since core writes its refund before it tells the provider, and lets the order's
 * books say what was given back, which core books last.
 */
export async function checkRefunds(container: MedusaContainer, since: Date): Promise<void> {
  const scope = workflowScope(container)
  const pages = pagesSince(
    scope,
    "refund",
    ["id", "created_at", "payment.payment_collection_id"],
    { payment: OUR_PAYMENTS },
    { column: "created_at", moment: since }
  )
  const now = await scope.ledger.unpaidOrders.now()
  await forEach(pages, async (page) => {
    const refunds = refundsSchema.parse(page).filter((row) => !isJustMade(row.created_at, now))
    const listed = await scope.ledger.payouts.listedRefunds(refunds.map(({ id }) => id))
    const unlisted = refunds.filter((row) => !listed.has(row.id))
    await forEach(unlisted, ({ id }) => listRefund(scope, id))
    const collections = new Set(refunds.map(({ payment }) => payment.payment_collection_id))
    await forEach(collections, (id) => squareRefunds(scope, id))
  })
}

async function listRefund(scope: WorkflowScope, id: string): Promise<void> {
  const refund = await readRefund(scope, id)
  const outcome = refund && (await noteRefund(scope, refund))
  if (outcome?.kind === "too_much" || outcome?.kind === "only_whole") {
    scope.logger.warn(
      `Refund ${id} of Medusa's cannot come on the list of pay-outs (${outcome.kind}): look at its payment.`
    )
  }
}
