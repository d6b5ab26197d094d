import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { readLinkedPromotions } from "../payment-context"
import type { WorkflowScope } from "./scope"

const promotionsSchema = z.array(z.object({ id: z.string() }))

/**
 * Takes the promotions that were deleted since off a cart before it is completed: core makes the order, burns its
 * number, and fails on them then, for ever. What they took off its prices stays.
 */
export async function dropDeletedPromotions(
  scope: Pick<WorkflowScope, "container" | "query" | "tables">,
  cartId: string
): Promise<void> {
  const { container, query } = scope
  const linked = await readLinkedPromotions(scope, cartId)
  if (linked.length === 0) return
  const promotions = await query.graph({
    entity: "promotion",
    fields: ["id"],
    filters: { id: linked },
  })
  const standing = new Set(promotionsSchema.parse(promotions.data).map(({ id }) => id))
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  for (const promotion_id of linked) {
    if (standing.has(promotion_id)) continue
    await link.dismiss({
      [Modules.CART]: { cart_id: cartId },
      [Modules.PROMOTION]: { promotion_id },
    })
  }
}
