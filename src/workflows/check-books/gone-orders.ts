import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { Invoice } from "../../modules/checkout-uz"
import { settleInvoice } from "../settle-invoice"
import { workflowScope, type WorkflowScope } from "../scope"
import { forEach } from "./pages"

/** A draft may be deleted long after it was paid. */
const LOOK_BACK_MS = 30 * 24 * 60 * 60_000

const ordersSchema = z.array(z.object({ id: z.string() }))

/** The same for all that was paid in the last month. */
export function checkLongGoneOrders(container: MedusaContainer, since: Date): Promise<void> {
  return checkGoneOrders(container, new Date(since.getTime() - LOOK_BACK_MS))
}

/**
 * Puts money in front of the merchant whose order, a draft, was deleted with it: core asks nobody, and in
 * the instant of its payment no guard can keep it.
 */
export async function checkGoneOrders(container: MedusaContainer, from: Date): Promise<void> {
  const scope = workflowScope(container)
  await forEach(withoutOrder(scope, from), async ({ id, spentBySession }) => {
    if (spentBySession === undefined) return
    await scope.ledger.spending.release(spentBySession)
    await settleInvoice(container, id, { urgency: "now" })
  })
}

async function* withoutOrder(scope: WorkflowScope, since: Date): AsyncGenerator<Invoice> {
  const told = new Set<string>()
  for (let skip = 0; ;) {
    const page = await scope.ledger.books.settledLinks(since, skip)
    if (page.length === 0) return
    const { data } = await scope.query.graph({
      entity: "order",
      fields: ["id"],
      filters: { id: [...new Set(page.flatMap(({ orderId }) => orderId ?? []))] },
    })
    const there = new Set(ordersSchema.parse(data).map((order) => order.id))
    const gone = page.filter(
      ({ id, orderId }) => orderId !== undefined && !there.has(orderId) && !told.has(id)
    )
    // Those that are gone leave the list of what is settled; one that could not is passed over.
    skip += page.length - gone.length
    for (const { id } of gone) told.add(id)
    yield* gone
  }
}
