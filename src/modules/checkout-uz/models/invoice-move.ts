import { model } from "@medusajs/framework/utils"

/** One move of an invoice from state to state: what the merchant sees as its history. */
export const InvoiceMove = model
  .define(
    { name: "CheckoutUzInvoiceMove", tableName: "checkout_uz_invoice_move" },
    {
      id: model.id({ prefix: "cumove" }).primaryKey(),
      invoice_id: model.text(),
      from_state: model.text(),
      to_state: model.text(),
      reason: model.text().nullable(),
    }
  )
  .indexes([{ name: "IDX_checkout_uz_invoice_move_invoice_id", on: ["invoice_id"] }])
