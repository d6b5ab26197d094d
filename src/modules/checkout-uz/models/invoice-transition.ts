import { model } from "@medusajs/framework/utils"

/**
 * One line of an invoice's history: a move from state to state; where both are the same, what got in
 * the way of paid money, or what a merchant did.
 */
export const InvoiceTransition = model
  .define(
    { name: "CheckoutUzInvoiceTransition", tableName: "checkout_uz_invoice_transition" },
    {
      id: model.id({ prefix: "cutran" }).primaryKey(),
      invoice_id: model.text(),
      from_state: model.text(),
      to_state: model.text(),
      reason: model.text().nullable(),
      /** The user who did it; null where it happened by itself. */
      actor_id: model.text().nullable(),
      /** In the merchant's own words. */
      note: model.text().nullable(),
    }
  )
  .indexes([
    { name: "IDX_checkout_uz_invoice_transition_invoice_id", on: ["invoice_id"] },
    {
      name: "IDX_checkout_uz_invoice_transition_returned",
      on: ["created_at"],
      where: "to_state = 'returned' AND deleted_at IS NULL",
    },
  ])
