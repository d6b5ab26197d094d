import { model } from "@medusajs/framework/utils"

/**
 * What money is spent on: a cart, whose order keeps the cart's id here; an order without a cart; or
 * a payment collection that has neither. Its row is what spends of one owner are serialised on.
 */
export const Owner = model.define(
  { name: "CheckoutUzOwner", tableName: "checkout_uz_owner" },
  {
    id: model.text().primaryKey(),
    /** Goes up with every spend and every booking: what was read of Medusa before is stale then. */
    version: model.number().default(0),
    /** The order that was placed to be paid later. */
    unpaid_order_id: model.text().nullable(),
    /** The order whose `order.placed` was heard, or was emitted once more. */
    placed_order_id: model.text().nullable(),
  }
)
